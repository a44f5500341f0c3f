import { buffer } from 'node:stream/consumers';
import type { PageWord } from '#engines/web/browser/page-words.ts';
import type { Source } from './find-source.ts';
import { findWords } from './find-words.ts';
import { type Shown, showText } from './views.ts';

/**
 * Shows a page as a browser saw it. Marks the words on the screenshot if their place was recorded, otherwise in the
 * text.
 */
export async function showSeen(
  { text, picture, words: places = [] }: Extract<Source, { kind: 'seen' }>,
  words: string | undefined,
): Promise<Shown> {
  const box = words === undefined ? undefined : findBox(places, words);
  const found = words === undefined ? undefined : findWords(text, words);
  if (picture === undefined || (box === undefined && found !== undefined))
    return { ...showText(text, found), note: 'This is the text of the page as the browser showed it.' };
  const content = await picture.open();
  const png = content instanceof Uint8Array ? Buffer.from(content) : await buffer(content);
  return {
    kind: 'page',
    ...sizeOf(png),
    image: { media_type: 'image/png', data: png.toString('base64') },
    mark: box ? { box } : null,
  };
}

/** Returns the box around all of the words, which may span lines. */
export function findBox(places: readonly PageWord[], words: string): number[] | undefined {
  const range = findWords(places.map(([word]) => word).join(' '), words);
  if (range === undefined) return undefined;
  let at = 0;
  const held = places.filter(([word]) => {
    const [start, end] = [at, at + word.length];
    at = end + 1;
    return start < range.end && end > range.start;
  });
  const edge = (side: 1 | 2 | 3 | 4, pick: (...all: number[]) => number): number =>
    pick(...held.map((place) => place[side]));
  return [edge(1, Math.min), edge(2, Math.min), edge(3, Math.max), edge(4, Math.max)];
}

/** Reads the size of a PNG from its first bytes. */
const sizeOf = (png: Buffer): { width: number; height: number } =>
  png.length < 24 ? { width: 1, height: 1 } : { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
