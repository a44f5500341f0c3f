/** Finds words in a text, ignoring differences of case and whitespace. */
export function findWords(text: string, words: string): { start: number; end: number } | undefined {
  const exact = text.indexOf(words);
  if (exact >= 0 && words !== '') return { start: exact, end: exact + words.length };
  const tokens = words.trim().split(/\s+/).filter(Boolean);
  // A pattern of thousands of words would be too slow.
  if (tokens.length === 0 || tokens.length > 400) return undefined;
  const pattern = tokens.map((token) => token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s|]+');
  const found = new RegExp(pattern, 'iu').exec(text);
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}
