import { type Box, union } from './box.ts';

/**
 * The words of a page in text order, as a flat list, because a long document has a million of them: start and end in
 * the text, the box in tenths of a point or pixel, and the OCR confidence in thousandths.
 */
export type WordTable = number[];
export type Word = { text: string; start: number; end: number; box: Box; confidence: number };

const SIZE = 7;

export function addWord(table: WordTable, start: number, end: number, box: Box, confidence = 1): void {
  table.push(
    start,
    end,
    tenths(box[0]),
    tenths(box[1]),
    tenths(box[2]),
    tenths(box[3]),
    Math.round(confidence * 1_000),
  );
}

const tenths = (value: number): number => Math.round(value * 10);

export function listWords({ text, words = [] }: { text: string; words?: WordTable }): Word[] {
  return Array.from({ length: words.length / SIZE }, (_, index) => {
    const at = index * SIZE;
    const [start, end] = [words[at]!, words[at + 1]!];
    return { text: text.slice(start, end), start, end, box: boxAt(words, at), confidence: words[at + 6]! / 1_000 };
  });
}

const boxAt = (words: WordTable, at: number): Box => [
  words[at + 2]! / 10,
  words[at + 3]! / 10,
  words[at + 4]! / 10,
  words[at + 5]! / 10,
];

/** Returns the box around the words of a range of the text, and their lowest confidence. */
export function boxOfRange(words: WordTable, start: number, end: number): { box: Box; confidence: number } | undefined {
  let found: { box: Box; confidence: number } | undefined;
  for (let at = firstEndingAfter(words, start) * SIZE; at < words.length && words[at]! < end; at += SIZE) {
    const box = boxAt(words, at);
    const confidence = words[at + 6]! / 1_000;
    found = found
      ? { box: union(found.box, box), confidence: Math.min(found.confidence, confidence) }
      : { box, confidence };
  }
  return found;
}

function firstEndingAfter(words: WordTable, position: number): number {
  let [low, high] = [0, words.length / SIZE];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle * SIZE + 1]! > position) high = middle;
    else low = middle + 1;
  }
  return low;
}
