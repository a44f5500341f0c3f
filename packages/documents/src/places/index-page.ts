import { listCells } from '../model/blocks.ts';
import type { LocatablePage } from './place.ts';
import { fold, innerKey, splitWords } from './spellings.ts';

/** The normalized words of a page with their offsets in its text. */
export type PageIndex = {
  keys: string[];
  inner: (string | undefined)[];
  starts: number[];
  ends: number[];
  /** Key → indexes of words. */
  positions: Map<string, number[]>;
};

export function indexPage(page: LocatablePage): PageIndex {
  const index: PageIndex = { keys: [], inner: [], starts: [], ends: [], positions: new Map() };
  for (const { word, start } of wordsOf(page)) {
    const key = fold(word);
    if (key === '') continue;
    const at = index.keys.push(key) - 1;
    const inner = innerKey(key);
    index.inner.push(inner);
    // Punctuation at the ends is not part of the value, except signs of numbers.
    const lead = /^[^\p{L}\p{N}+\-(€$£¥]*/u.exec(word)![0].length;
    const tail = /[^\p{L}\p{N}%)]*$/u.exec(word)![0].length;
    index.starts.push(start + Math.min(lead, word.length - 1));
    index.ends.push(start + Math.max(word.length - tail, lead + 1));
    addPosition(index.positions, key, at);
    if (inner !== undefined && inner !== '' && inner !== key) addPosition(index.positions, inner, at);
  }
  return index;
}

/** Splits CSV at its cells, which have no spaces between them. */
function* wordsOf({ text, blocks = [], kind, part }: LocatablePage): Generator<{ word: string; start: number }> {
  const cells = (part?.kind ?? kind) === 'csv' ? blocks.find((block) => block.cells)?.cells : undefined;
  let done = 0;
  for (const { start, end } of listCells({ cells: cells ?? [] })) {
    for (const { word, start: at } of splitWords(text.slice(start, end))) yield { word, start: start + at };
    done = end;
  }
  for (const { word, start } of splitWords(text.slice(done))) yield { word, start: done + start };
}

function addPosition(positions: Map<string, number[]>, key: string, at: number): void {
  const list = positions.get(key);
  if (list) list.push(at);
  else positions.set(key, [at]);
}
