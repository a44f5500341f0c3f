import { encodePng } from '../recognition/png.ts';
import { grayOf, type Raster } from '../recognition/raster.ts';
import type { Pdfium } from './pdfium.ts';

const BITMAP_BGRX = 3;
/** Render with annotations, in RGB order. */
const FLAGS = 0x01 | 0x10;
const WHITE = 0xffffffff;
/** Limits the scale of tiny pages. */
const SCALE_MAX = 5;

/** `form` draws what is filled in. */
type RenderOptions = { width: number; height: number; edge: number; form?: number };

/** Renders a PNG whose longer edge has about `edge` pixels. */
export const renderPng = (pdfium: Pdfium, page: number, options: RenderOptions): Uint8Array =>
  render(pdfium, page, options, encodePng);

/** Renders a gray picture whose longer edge has about `edge` pixels. */
export const renderRaster = (pdfium: Pdfium, page: number, options: RenderOptions): Raster =>
  render(pdfium, page, options, grayOf);

/** In color in any case: PDFium leaves a page with transparency white on a gray bitmap. */
function render<Result>(
  pdfium: Pdfium,
  page: number,
  { width, height, edge, form = 0 }: RenderOptions,
  use: (pixels: Uint8Array, width: number, height: number) => Result,
): Result {
  const scale = Math.min(SCALE_MAX, edge / Math.max(width, height, 1));
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const bitmap = pdfium._FPDFBitmap_CreateEx(w, h, BITMAP_BGRX, 0, 0);
  if (bitmap === 0) throw new Error('out of memory');
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, w, h, WHITE);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, w, h, 0, FLAGS);
    if (form !== 0) pdfium._FPDF_FFLDraw(form, bitmap, page, 0, 0, w, h, 0, FLAGS);
    const buffer = pdfium._FPDFBitmap_GetBuffer(bitmap);
    const stride = pdfium._FPDFBitmap_GetStride(bitmap);
    return use(packRows(pdfium, buffer, stride, w * 4, h), w, h);
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap);
  }
}

/** Rows of a bitmap are padded to whole words. */
function packRows(pdfium: Pdfium, buffer: number, stride: number, rowBytes: number, rows: number): Uint8Array {
  if (stride === rowBytes) return pdfium.HEAPU8.subarray(buffer, buffer + rowBytes * rows);
  const packed = new Uint8Array(rowBytes * rows);
  for (let y = 0; y < rows; y += 1) {
    packed.set(pdfium.HEAPU8.subarray(buffer + y * stride, buffer + y * stride + rowBytes), y * rowBytes);
  }
  return packed;
}
