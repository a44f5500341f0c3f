export type Piece = { kind: 'same' | 'added' | 'removed'; text: string };

/** Beyond this, the comparison table would be too large, so the texts are shown one after the other. */
const CELLS_MAX = 4_000_000;

/** Compares two texts word by word, by their longest common subsequence. */
export function diffWords(before: string, after: string): Piece[] {
  const a = split(before);
  const b = split(after);
  if (a.length * b.length > CELLS_MAX) {
    const pieces: Piece[] = [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
    return pieces.filter(({ text }) => text !== '');
  }
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  const pieces: Piece[] = [];
  const push = (kind: Piece['kind'], text: string): void => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      push('same', a[i]!);
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)) {
      push('removed', a[i++]!);
    } else {
      push('added', b[j++]!);
    }
  }
  return pieces;
}

/** Splits into words, spaces and punctuation, so that a changed comma does not change the word before it. */
const split = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
