import type { Pdfium } from './pdfium.ts';
import { encodePng } from './png.ts';

const BITMAP_BGRX = 3;
/** Render with annotations, in RGB order. */
const FLAGS = 0x01 | 0x10;
const WHITE = 0xffffffff;
/** Limits the scale of tiny pages. */
const SCALE_MAX = 5;

/** `turn`: degrees clockwise. */
type RenderOptions = { width: number; height: number; edge: number; gray: boolean; turn?: number };

/** Renders a PNG whose longer edge has about `edge` pixels. `scale` is pixels per point. */
export function renderPage(
  pdfium: Pdfium,
  page: number,
  { width, height, edge, gray, turn = 0 }: RenderOptions,
): { png: Uint8Array; scale: number } {
  const scale = Math.min(SCALE_MAX, edge / Math.max(width, height, 1));
  const isOnSide = turn === 90 || turn === 270;
  const [seenWidth, seenHeight] = isOnSide ? [height, width] : [width, height];
  const [w, h] = [Math.max(1, Math.round(seenWidth * scale)), Math.max(1, Math.round(seenHeight * scale))];
  const bitmap = pdfium._FPDFBitmap_CreateEx(w, h, BITMAP_BGRX, 0, 0);
  if (bitmap === 0) throw new Error('out of memory');
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, w, h, WHITE);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, w, h, turn / 90, FLAGS);
    const buffer = pdfium._FPDFBitmap_GetBuffer(bitmap);
    const stride = pdfium._FPDFBitmap_GetStride(bitmap);
    return { png: encodePng(packRows(pdfium, buffer, stride, w * 4, h), w, h, gray), scale };
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
