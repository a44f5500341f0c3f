import { fold, innerKey, splitWords } from './spellings.ts';

/** The words of a page as they are compared, with their places in its text. */
export type PageIndex = {
  keys: string[];
  inner: (string | undefined)[];
  starts: number[];
  ends: number[];
  /** Key → which words. */
  positions: Map<string, number[]>;
};

export function indexPage(text: string): PageIndex {
  const index: PageIndex = { keys: [], inner: [], starts: [], ends: [], positions: new Map() };
  for (const { word, start } of splitWords(text)) {
    const key = fold(word);
    if (key === '') continue;
    const at = index.keys.push(key) - 1;
    const inner = innerKey(key);
    index.inner.push(inner);
    // Signs at the ends are no part of the value, except those that belong to figures.
    const lead = /^[^\p{L}\p{N}+\-(€$£¥]*/u.exec(word)![0].length;
    const tail = /[^\p{L}\p{N}%)]*$/u.exec(word)![0].length;
    index.starts.push(start + Math.min(lead, word.length - 1));
    index.ends.push(start + Math.max(word.length - tail, lead + 1));
    addPosition(index.positions, key, at);
    if (inner !== undefined && inner !== '' && inner !== key) addPosition(index.positions, inner, at);
  }
  return index;
}

function addPosition(positions: Map<string, number[]>, key: string, at: number): void {
  const list = positions.get(key);
  if (list) list.push(at);
  else positions.set(key, [at]);
}
