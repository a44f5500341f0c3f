import type { Redactor } from '#secrets/redact.ts';

// The request of a step as it is stored for people to inspect: without secrets and binary content, and bounded in size.

/** The sum over all texts of a request: more than a long prompt, less than a book. */
const CHARACTERS_MAX = 200_000;
/** Bounds structures that have few texts. */
const VALUES_MAX = 20_000;

export function toStoredRequest(request: Record<string, unknown> | undefined, redactor: Redactor): unknown {
  if (request === undefined) return undefined;
  let characters = CHARACTERS_MAX;
  let values = VALUES_MAX;

  function keep(value: unknown): unknown {
    values -= 1;
    if (values < 0) return '[left out]';
    if (typeof value === 'string') return cut(value);
    if (value instanceof Uint8Array) return { bytes: value.byteLength };
    if (Array.isArray(value)) return value.map(keep);
    if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, keep(member)]));
  }

  function cut(text: string): string {
    const kept = text.slice(0, Math.max(0, characters));
    characters -= text.length;
    return kept.length === text.length ? text : `${kept}… [${text.length - kept.length} more characters]`;
  }

  // Redact before cutting: half a secret at the cut would not be recognized.
  return keep(redactor.value(request));
}
