import { createArranger } from '../layout/arrange.ts';
import { limits } from '../model/request.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { encodePng } from '../recognition/png.ts';
import { decodeBmp } from './bmp.ts';
import { type ImageHeader, readImageHeader } from './image-header.ts';
import type { LoadReader, Reader } from './reader.ts';
import { type Ocr, startOcr } from './start-ocr.ts';

/** Checks the size in the header before anything is decoded. */
export const loadImageReader: LoadReader = async (request, content) => {
  const header = checkHeader(content);
  return createReader(header, await startOcr(request));
};

function checkHeader(content: Buffer): ImageHeader {
  const header = readImageHeader(content);
  if (header === undefined) throw damagedImage();
  checkPixels(header);
  return header;
}

export const damagedImage = (): UnreadableFile =>
  new UnreadableFile('is a damaged or incomplete image. Save or upload it again.');

export function checkPixels({ width, height }: { width: number; height: number }): void {
  if (width * height <= limits.imagePixelsMax) return;
  throw new UnreadableFile(
    `has ${width} × ${height} pixels; at most ${limits.imagePixelsMax / 1_000_000} million are read. Make it smaller.`,
  );
}

/** Reads an image as one page without text. */
const createReader =
  (header: ImageHeader, ocr: Ocr | undefined): Reader =>
  async (content, request, emit) => {
    if (request.pages && !request.pages.includes(1)) return { pageCount: 1 };
    const { width, height, mediaType } = header;
    const image =
      mediaType === 'image/bmp' && request.images
        ? { data: encodePng(decodeBmp(content, width, height), width, height), mediaType: 'image/png' }
        : { data: content, mediaType };
    const recognized = ocr && (await recognizeImage(ocr, content));
    emit({
      number: 1,
      width,
      height,
      text: '',
      scanned: true,
      ...recognized,
      ...(request.images && { image }),
    });
    return { pageCount: 1 };
  };

async function recognizeImage(ocr: Ocr, content: Buffer): Promise<ReturnType<Ocr['toPage']>> {
  const decoded = await ocr.decode(content).catch(refuseImage);
  if (decoded === undefined) return refuseImage(undefined);
  const found = await ocr.recognize(decoded.raster);
  return ocr.toPage(createArranger(), found, decoded.scale);
}

export function refuseImage(error: unknown): never {
  if (error instanceof UnreadableFile) throw error;
  throw new UnreadableFile('is an image that could not be decoded. Save it as PNG or JPEG and try again.');
}
