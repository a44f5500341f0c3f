import { createArranger } from '../layout/arrange.ts';
import { limits } from '../model/request.ts';
import { type ImageHeader, readImageHeader } from './image-header.ts';
import type { Scan } from './ocr.ts';
import { decodePixels, type Pixels, turnPixels } from './pixels.ts';
import { encodePng } from './png.ts';
import { type LoadReader, type Reader, UnreadableFile } from './reader.ts';
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
    const isBitmap = mediaType === 'image/bmp';
    const pixels = isBitmap ? decodePixels(content, header) : undefined;
    const image = pixels
      ? { data: encodePng(pixels.data, width, height, false), mediaType: 'image/png' }
      : { data: content, mediaType };
    const found = await ocr
      ?.recognize(scanOf(image.data, header, () => pixels ?? decodePixels(content, header)))
      .catch(refuseImage);
    emit({
      number: 1,
      width,
      height,
      text: '',
      scanned: true,
      ...(ocr && found && ocr.toPage(createArranger(), found)),
      ...(request.images && { image }),
    });
    return { pageCount: 1 };
  };

/** Returns a scan of an image that is decoded only if it must be turned. */
export function scanOf(
  upright: Uint8Array,
  { width, height }: { width: number; height: number },
  decode: () => Pixels | undefined,
): Scan {
  let pixels: Pixels | undefined;
  return {
    width,
    height,
    png: (turn) => {
      if (turn === 0) return upright;
      pixels ??= decode();
      if (pixels === undefined) return undefined;
      const turned = turnPixels(pixels, turn);
      return encodePng(turned.data, turned.width, turned.height, true);
    },
  };
}

export function refuseImage(error: unknown): never {
  if (error instanceof UnreadableFile) throw error;
  throw new UnreadableFile('is an image that could not be decoded. Save it as PNG or JPEG and try again.');
}
