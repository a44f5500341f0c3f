// Patterns of paths, in which `*` matches any characters.

/** Whether a path matches the patterns, both as written and decoded. */
export function fitsPaths(patterns: string[], path: string): boolean {
  const [plain = ''] = path.split('?', 1);
  let decoded: string;
  try {
    decoded = decodeURIComponent(plain);
  } catch {
    return false;
  }
  return [plain, decoded].every((one) => patterns.some((pattern) => fitsPattern(pattern, one)));
}

/**
 * Whether the text has the pattern's parts in order, the first at its start and the last at its end. Patterns are
 * written by users and texts by models, so this is no regular expression, which could take exponential time.
 */
function fitsPattern(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
