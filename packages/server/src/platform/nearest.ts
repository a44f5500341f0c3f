/**
 * Returns the known word that a mistyped one most likely means, or undefined if none is close: a wrong guess misleads
 * more than no guess. Ignores case, hyphens and underscores, because people mix them up.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const wanted = plain(word);
  let best: string | undefined;
  // A third of the letters may differ: `modle` finds `model`, `cat` does not find `dog`, and `x` not `q`.
  const different = wanted.length === 1 ? 0 : Math.max(1, Math.floor(wanted.length / 3));
  let bestDistance = different + 1;
  for (const candidate of known) {
    const other = plain(candidate);
    // Words are close if one begins with the other, however long the rest is: `pdf` and `pdf_files`.
    const isStart =
      Math.min(wanted.length, other.length) >= 3 && (other.startsWith(wanted) || wanted.startsWith(other));
    // Among several of those, the shortest rest wins: `review_stat` means `review_state` rather than `review_status`.
    const rest = Math.abs(wanted.length - other.length);
    const distance = isStart ? Math.min(rest, 1 + rest / 1_000) : editDistance(wanted, other);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Returns ` Did you mean 'x'?` or an empty string, to append to a sentence. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const found = nearest(word, known);
  return found === undefined ? '' : ` Did you mean '${found}'?`;
}

/** Longer words are not typos, and the cost of comparing grows with the square of the length. */
const CHARACTERS_MAX = 60;

const plain = (word: string): string =>
  word
    .slice(0, CHARACTERS_MAX)
    .toLowerCase()
    .replace(/[-_\s]/g, '');

/** Counts the letters to insert, delete, replace or swap with their neighbour. */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      let least = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + cost);
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwap) least = Math.min(least, before[column - 2]! + 1);
      next.push(least);
    }
    [before, last] = [last, next];
  }
  return last[other.length]!;
}
