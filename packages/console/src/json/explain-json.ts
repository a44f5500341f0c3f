/**
 * Explains why a text is not JSON, with line and column. Browsers report the place in different ways, or not at all.
 */
export function explainJsonError(error: unknown, text: string): string {
  const message = String(error);
  const named = /line (\d+) column (\d+)/.exec(message);
  if (named) return `Not valid JSON at line ${named[1]}, column ${named[2]}.`;
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) {
    const before = text.slice(0, Number(position)).split('\n');
    return `Not valid JSON at line ${before.length}, column ${before.at(-1)!.length + 1}.`;
  }
  return /end of/i.test(message) ? 'Not valid JSON: something is missing at the end.' : 'Not valid JSON.';
}
