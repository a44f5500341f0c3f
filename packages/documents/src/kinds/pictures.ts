import { createArranger } from '../layout/arrange.ts';
import type { FlowText } from '../layout/flow.ts';
import type { DocumentPage } from '../model/document.ts';
import { limits, type ParseRequest } from '../model/request.ts';
import { readImageHeader } from './image-header.ts';
import type { Emit } from './reader.ts';
import type { Ocr } from './start-ocr.ts';

// Pictures inside office files. A scan that was pasted into a letter is read; others are reported as not read.

/** A page with fewer visible characters is a scan with a page number or a stamp. */
export const SCAN_CHARACTERS_MAX = 16;
/** Smaller pictures are bullets and lines. */
const EDGE_MIN = 48;

/** Drawings in formats of office programs have no header that we can read. They count as pictures. */
export function isPicture(data: Buffer): boolean {
  const header = readImageHeader(data);
  return header === undefined || (header.width >= EDGE_MIN && header.height >= EDGE_MIN);
}

type Read = Omit<FlowText, 'pictures'> & Pick<DocumentPage, 'pictures' | 'recognized' | 'confidence'>;

/** Reads the text of a page that only has pictures. Those that cannot be decoded stay unread. */
export async function readPictures(ocr: Ocr, pictures: Buffer[], page: FlowText): Promise<Read> {
  const texts: string[] = [];
  const sure: number[] = [];
  for (const data of pictures) {
    const header = readImageHeader(data);
    if (header === undefined || header.width * header.height > limits.imagePixelsMax) continue;
    const decoded = await ocr.decode(data).catch(() => undefined);
    const found = decoded && (await ocr.recognize(decoded.raster));
    const { text, confidence = 0 } = found ? ocr.toPage(createArranger(), found) : { text: '' };
    if (text.trim() === '') continue;
    texts.push(text);
    sure.push(confidence);
  }
  if (texts.length === 0) return page;
  const text = texts.join('\n\n');
  const left = (page.pictures ?? 0) - texts.length;
  return {
    text,
    blocks: [{ kind: 'paragraph', start: 0, end: text.length }],
    places: { kind: 'paragraph', values: [0, text.length, 1] },
    recognized: true,
    confidence: Math.min(...sure),
    ...(left > 0 && { pictures: left }),
  };
}

/** Emits a page for each picture of a file that only has pictures, so that long files are read in portions. */
export async function emitPictures(
  ocr: Ocr | undefined,
  pictures: Buffer[],
  { pages }: Pick<ParseRequest, 'pages'>,
  emit: Emit,
): Promise<{ pageCount: number }> {
  for (const [index, data] of pictures.entries()) {
    const number = index + 1;
    const blank: FlowText = { text: '', blocks: [], places: { kind: 'paragraph', values: [] }, pictures: 1 };
    const isWanted = pages === undefined || pages.includes(number);
    const found = isWanted && ocr ? await readPictures(ocr, [data], blank) : blank;
    emit({ number, width: 0, height: 0, scanned: true, ...found });
  }
  return { pageCount: pictures.length };
}
