import { createArranger } from '../layout/arrange.ts';
import type { FlowText } from '../layout/flow.ts';
import type { DocumentPage } from '../model/document.ts';
import { limits, type ParseRequest } from '../model/request.ts';
import { scanOf } from './image.ts';
import { readImageHeader } from './image-header.ts';
import { decodePixels } from './pixels.ts';
import type { Emit } from './reader.ts';
import type { Ocr } from './start-ocr.ts';

// Pictures inside office files: a scan that was pasted into a letter is read, others are named as not read.

/** Fewer visible characters than a date: a page number or a stamp on a scan, not its text. */
export const SCAN_CHARACTERS_MAX = 16;
/** Smaller ones are bullets and lines. */
const EDGE_MIN = 48;

/** Drawings that only office programs know have no header that we read: they count. */
export function isPicture(data: Buffer): boolean {
  const header = readImageHeader(data);
  return header === undefined || (header.width >= EDGE_MIN && header.height >= EDGE_MIN);
}

type Read = Omit<FlowText, 'pictures'> & Pick<DocumentPage, 'pictures' | 'recognized' | 'confidence'>;

/** The text of a page that is nothing but pictures. Those that cannot be decoded stay unread. */
export async function readPictures(ocr: Ocr, pictures: Buffer[], page: FlowText): Promise<Read> {
  const texts: string[] = [];
  const sure: number[] = [];
  for (const data of pictures) {
    const header = readImageHeader(data);
    if (header === undefined || header.width * header.height > limits.imagePixelsMax) continue;
    const found = await ocr.recognize(scanOf(data, header, () => decodePixels(data, header))).catch(() => undefined);
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

/** A file that is nothing but pictures has a page for each of them, so that long ones are read in portions. */
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
