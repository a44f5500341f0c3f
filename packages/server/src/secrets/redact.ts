import { isLongInteger } from '#platform/json.ts';

// Removes secrets from everything that a job leaves behind: outputs, steps, prompts, errors, logs. Finds a value as it
// is and in its usual encodings: URL, JSON, base64, HTML.

export type Redactor = {
  isEmpty(): boolean;
  /** Replaces the value with `shown` from now on. */
  add(value: string, shown: string): void;
  text(text: string): string;
  /** Redacts all strings in a value. Binary content and functions stay unchanged. */
  value<T>(value: T): T;
  bytes(content: Buffer): Buffer;
};

/** Shorter values are not redacted: they occur in any text by chance. */
const CHARACTERS_MIN = 4;

export function createRedactor(): Redactor {
  /** Sorted by length, the longest first, so that a value that contains another is replaced as a whole. */
  let hidden: { form: string; shown: string }[] = [];

  function text(given: string): string {
    let shown = given;
    for (const one of hidden) if (shown.includes(one.form)) shown = shown.replaceAll(one.form, () => one.shown);
    return shown;
  }

  function value(given: unknown): unknown {
    if (typeof given === 'string') return text(given);
    if (Array.isArray(given)) return given.map(value);
    if (!isPlain(given)) return given;
    return Object.fromEntries(Object.entries(given).map(([name, member]) => [text(name), value(member)]));
  }

  return {
    isEmpty: () => hidden.length === 0,
    add(secret, shown) {
      if (secret.length < CHARACTERS_MIN) return;
      const known = new Set(hidden.map(({ form }) => form));
      const forms = formsOf(secret.toWellFormed()).filter((form) => form.length >= CHARACTERS_MIN && !known.has(form));
      hidden = [...hidden, ...forms.map((form) => ({ form, shown }))].sort((a, b) => b.form.length - a.form.length);
    },
    text,
    value: (given) => (hidden.length === 0 ? given : (value(given) as typeof given)),
    bytes(content) {
      // Latin-1 keeps every byte, so binary content survives.
      const raw = content.toString('latin1');
      let shown = raw;
      for (const { form, shown: mark } of hidden) {
        const bytes = Buffer.from(form).toString('latin1');
        if (shown.includes(bytes)) shown = shown.replaceAll(bytes, () => Buffer.from(mark).toString('latin1'));
      }
      return shown === raw ? content : Buffer.from(shown, 'latin1');
    },
  };
}

const formsOf = (secret: string): string[] => [
  ...new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    encodeURI(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  ]),
];

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || isLongInteger(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
