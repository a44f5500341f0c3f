import { createPyramid, grayOf, type Raster } from '../recognition/raster.ts';
import { decodeBmp } from './bmp.ts';
import { type ImageHeader, readImageHeader } from './image-header.ts';
import { wrapImage } from './image-pdf.ts';
import { renderRaster } from './pdf-render.ts';
import type { Pdfium } from './pdfium.ts';
import { decodePng } from './png.ts';

// Decodes images to gray pictures for OCR. PDFium decodes JPEGs and rare PNGs line by line, so that a photo of 50
// million pixels takes no more memory than the smaller picture that OCR needs.

/** About 300 dots an inch on A4. A photo of a page has no more detail that OCR could use. */
const PIXELS_MAX = 10_000_000;

/** A gray picture, and how many pixels of the image one of its pixels is. */
export type DecodedImage = { raster: Raster; scale: number };
export type DecodeImage = (content: Buffer) => Promise<DecodedImage | undefined>;

type Tools = { pdfium: Pdfium; toPng(file: Uint8Array): Promise<Uint8Array | undefined> };

/** Returns undefined for an image that is damaged or in an unknown format. */
export const createImageDecoder =
  ({ pdfium, toPng }: Tools): DecodeImage =>
  async (content) => {
    const header = readImageHeader(content);
    if (header === undefined) return undefined;
    const decoded = decodeDirectly(content, header) ?? renderImage(pdfium, content, header);
    if (decoded !== undefined) return decoded;
    const png = await toPng(content).catch(() => undefined);
    const again = png && readImageHeader(Buffer.from(png));
    return png && again && decodeDirectly(Buffer.from(png), again);
  };

function decodeDirectly(content: Buffer, { mediaType, width, height }: ImageHeader): DecodedImage | undefined {
  try {
    if (mediaType === 'image/bmp') return bounded(grayOf(decodeBmp(content, width, height), width, height));
    const raster = mediaType === 'image/png' ? decodePng(content, width, height) : undefined;
    return raster && bounded(raster);
  } catch {
    return undefined;
  }
}

/** Shrinks a picture that is larger than OCR needs. */
export function bounded(raster: Raster): DecodedImage {
  let level = 0;
  while ((raster.width * raster.height) / 4 ** level > PIXELS_MAX) level += 1;
  return { raster: createPyramid(raster)(level), scale: 2 ** level };
}

function renderImage(pdfium: Pdfium, content: Buffer, header: ImageHeader): DecodedImage | undefined {
  // PDFium shows what is missing of a cut PNG as white, as if nothing stood there.
  if (header.mediaType === 'image/png' && !content.includes('IEND')) return undefined;
  const file = wrapImage(content, header);
  if (file === undefined) return undefined;
  const { width, height } = header;
  const shrink = Math.min(1, Math.sqrt(PIXELS_MAX / (width * height)));
  const pointer = pdfium.wasmExports.malloc(file.length);
  pdfium.HEAPU8.set(file, pointer);
  try {
    const document = pdfium._FPDF_LoadMemDocument(pointer, file.length, 0);
    const page = document === 0 ? 0 : pdfium._FPDF_LoadPage(document, 0);
    if (page === 0) return undefined;
    const raster = renderRaster(pdfium, page, { width, height, edge: Math.max(width, height) * shrink });
    pdfium._FPDF_ClosePage(page);
    pdfium._FPDF_CloseDocument(document);
    return { raster, scale: width / raster.width };
  } finally {
    pdfium.wasmExports.free(pointer);
  }
}
