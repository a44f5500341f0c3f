export type WordChange = { kind: 'same' | 'added' | 'removed'; text: string };

/** Beyond this a table of all pairs would take longer than anybody reads. */
const WORDS_MAX = 1_500;

/** What changed between two texts, word by word. */
export function diffWords(from: string, to: string): WordChange[] {
  const before = split(from);
  const after = split(to);
  if (before.length > WORDS_MAX || after.length > WORDS_MAX) {
    return join([
      { kind: 'removed', text: from },
      { kind: 'added', text: to },
    ]);
  }
  // common[i][j]: the longest common part of what follows word i and word j.
  const width = after.length + 1;
  const common = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] =
        before[i] === after[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
    }
  }
  const changes: WordChange[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      changes.push({ kind: 'same', text: before[i]! });
      i += 1;
      j += 1;
    } else if (j >= after.length || (i < before.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)) {
      changes.push({ kind: 'removed', text: before[i++]! });
    } else changes.push({ kind: 'added', text: after[j++]! });
  }
  return join(changes);
}

const split = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];

/** Neighbours of one kind become one. */
function join(changes: WordChange[]): WordChange[] {
  const joined: WordChange[] = [];
  for (const change of changes) {
    if (change.text === '') continue;
    const last = joined.at(-1);
    if (last?.kind === change.kind) last.text += change.text;
    else joined.push({ ...change });
  }
  return joined;
}
