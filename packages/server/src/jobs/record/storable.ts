// What PostgreSQL can store. Results of engines pass through here, since one bad character must not cost a job its
// result.

/** Without NUL and without halves of surrogate pairs. */
export function storableText(text: string): string {
  const safe = text.isWellFormed() ? text : text.toWellFormed();
  return safe.includes('\u0000') ? safe.replaceAll('\u0000', '\ufffd') : safe;
}

/** At most so many characters; never half of one. */
export const shortText = (text: string, charactersMax: number): string =>
  storableText(text.length > charactersMax ? text.slice(0, charactersMax) : text);

/**
 * A value as JSON text that PostgreSQL's operators can read. JSON.stringify escapes exactly what they refuse: NUL, and
 * surrogates that are not a pair.
 */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return UNREADABLE.test(text) ? text.replace(UNREADABLE_ALL, '$1\\ufffd') : text;
}

const UNREADABLE = /\\u(?:0000|d[89a-f])/;
// After an even number of backslashes; otherwise it is the text of an escape and not one.
const UNREADABLE_ALL = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;
