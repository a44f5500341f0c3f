// Makes values storable in PostgreSQL. Results of engines pass through here, because one bad character must not cost a
// job its result.

/** Replaces NUL and unpaired surrogates. */
export function storableText(text: string): string {
  const safe = text.isWellFormed() ? text : text.toWellFormed();
  return safe.includes('\u0000') ? safe.replaceAll('\u0000', '\ufffd') : safe;
}

/** Cuts a text, never within a character. */
export const shortText = (text: string, charactersMax: number): string =>
  storableText(text.length > charactersMax ? text.slice(0, charactersMax) : text);

/**
 * Returns JSON text that PostgreSQL's operators can read. They refuse NUL and unpaired surrogates, and JSON.stringify
 * writes both as escapes, so they are found in the text.
 */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return UNREADABLE.test(text) ? text.replace(UNREADABLE_ALL, '$1\\ufffd') : text;
}

const UNREADABLE = /\\u(?:0000|d[89a-f])/;
// After an odd number of backslashes it would be the text of an escape, not an escape.
const UNREADABLE_ALL = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;
