import type { Page } from 'playwright-core';

/** A word and its box on the whole page. */
export type PageWord = [word: string, left: number, top: number, right: number, bottom: number];

/** Enough for people who check values. Of a long page, only the first part is recorded. */
const WORDS_MAX = 4_000;

/** Runs in the page. Collects every visible word with its box. */
const COLLECT = `(() => {
  const words = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && words.length < ${WORDS_MAX}; node = walker.nextNode()) {
    if (!node.parentElement || /^(script|style|noscript)$/i.test(node.parentElement.tagName)) continue;
    for (const found of node.data.matchAll(/\\S+/g)) {
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      const box = range.getBoundingClientRect();
      if (box.width === 0 || box.height === 0 || words.length >= ${WORDS_MAX}) continue;
      const place = [box.left + scrollX, box.top + scrollY, box.right + scrollX, box.bottom + scrollY];
      words.push([found[0].slice(0, 100), ...place.map(Math.round)]);
    }
  }
  return words;
})()`;

/** Returns the words of the page with their boxes, so that a value can be marked on a screenshot. */
export const readWords = (page: Page): Promise<PageWord[]> => page.evaluate<PageWord[]>(COLLECT).catch(() => []);
