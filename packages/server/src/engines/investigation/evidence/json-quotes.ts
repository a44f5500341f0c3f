import { isJsonObject, JsonError, parseUntrustedJson } from '#platform/json.ts';

// Compares quotations from JSON and tables by value: `"amount":48000` equals `"amount": 48000.0`.

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|\s+|[\s\S]/gi;

/** Removes whitespace between tokens and normalizes numbers. Text in quotes stays as it is. */
export const plainJson = (text: string): string =>
  text.replace(TOKENS, (token) => {
    if (/^\s/.test(token)) return '';
    return /^-?\d/.test(token) && Number.isFinite(Number(token)) ? String(Number(token)) : token;
  });

export const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text) && /["\d][\s]*[,:}\]]/.test(text);

/**
 * Returns the value at a path in a JSON text: a JSON pointer, or `row 4201` of a table with one object per line.
 * Returns undefined if there is none.
 */
export function valueAt(text: string, path: string): unknown {
  const row = /^(?:row\s*)?(\d{1,9})(?:\s*[,:/.]\s*(.+))?$/i.exec(path.trim());
  const lines = text.split('\n');
  const isTable = lines.length > 1 && lines.slice(0, 3).every((line) => /^\s*\{.*\}\s*$/.test(line));
  if (row !== null || isTable) {
    const [, index, member] = row ?? /^\/(\d{1,9})(?:\/(.+))?$/.exec(path.trim()) ?? [];
    if (index === undefined || !isTable) return undefined;
    // Rows count from 1, indexes of a pointer from 0.
    const value = parse(lines[Number(index) - (row === null ? 0 : 1)] ?? '');
    return member === undefined ? value : follow(value, member.split('/'));
  }
  return path.startsWith('/') ? follow(parse(text), path.slice(1).split('/')) : undefined;
}

function follow(value: unknown, parts: string[]): unknown {
  let at = value;
  for (const part of parts) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = /^\d+$/.test(name) ? at[Number(name)] : undefined;
    else at = isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}

/** Whether the quotation is the value, alone or after its name. */
export function isQuoteOfValue(quote: string, value: unknown): boolean {
  const given = plainJson(quote.trim()).toLowerCase();
  const wanted = plainJson(JSON.stringify(value)).toLowerCase();
  const bare = typeof value === 'string' ? value.trim().toLowerCase() : wanted;
  if (
    quote.trim().toLowerCase() === bare ||
    given === wanted ||
    given === bare ||
    given.endsWith(`:${wanted}`) ||
    given === ''
  )
    return true;
  // The quotation may be a part of a row: some of its members.
  return isJsonObject(value) && given.length > 3 && wanted.includes(given.replace(/^\{|\}$/g, ''));
}

function parse(text: string): unknown {
  try {
    return parseUntrustedJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
