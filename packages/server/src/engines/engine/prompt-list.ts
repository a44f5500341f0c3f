/** The list is part of every prompt, so its length is limited. */
const LIST_CHARACTERS_MAX = 40_000;

/** Returns as many lines as a prompt has room for, and how many are left out. */
export function fitLines(lines: string[]): { lines: string[]; more: number } {
  const shown: string[] = [];
  let characters = 0;
  for (const line of lines) {
    characters += line.length;
    if (characters > LIST_CHARACTERS_MAX) break;
    shown.push(line);
  }
  return { lines: shown, more: lines.length - shown.length };
}
