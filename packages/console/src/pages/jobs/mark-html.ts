import { findPassage } from './find-passage.ts';

export const MARK_ID = 'errand-marked-passage';

/** Marks a passage in a saved page. It is shown in a frame that runs no scripts. */
export function markHtml(html: string, words: string): { html: string; isFound: boolean } {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const script of page.querySelectorAll('script, noscript, meta[http-equiv]')) script.remove();
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
  const whole = nodes.map((node) => node.data).join('');
  const range = findPassage(whole, words);
  let at = 0;
  let isFirst = true;
  for (const node of nodes) {
    const start = at;
    const { length } = node.data;
    at += length;
    if (range === undefined || at <= range.start || start >= range.end || node.data.trim() === '') continue;
    const mark = page.createElement('mark');
    if (isFirst) mark.id = MARK_ID;
    isFirst = false;
    const from = Math.max(0, range.start - start);
    const to = Math.min(length, range.end - start);
    const part = node.splitText(from);
    if (to < length) part.splitText(to - from);
    part.replaceWith(mark);
    mark.append(part);
  }
  return { html: `<!doctype html>${page.documentElement.outerHTML}`, isFound: range !== undefined };
}
