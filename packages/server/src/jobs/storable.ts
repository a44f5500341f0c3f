/**
 * Text that PostgreSQL can store: no NUL, no half surrogates. Results of engines pass through here, since one bad
 * character must not cost a job its result. Escapes in JSON text count too.
 */
export function storableText(text: string): string {
  let safe = text.isWellFormed() ? text : text.toWellFormed();
  if (safe.includes('\u0000')) safe = safe.replaceAll('\u0000', '\ufffd');
  // \\u0000 and lone \\ud8xx written as JSON escapes are refused by PostgreSQL's json operators later on.
  if (safe.includes('\\u0000')) safe = safe.replace(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1\\ufffd');
  return safe;
}
