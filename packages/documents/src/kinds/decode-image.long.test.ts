import assert from 'node:assert/strict';
import { test } from 'node:test';
import jpeg from 'jpeg-js';
import { bounded, createImageDecoder } from './decode-image.ts';
import { loadPdfium } from './pdfium.ts';

test('a large photo is decoded smaller, and its scale leads back to its pixels', async () => {
  const file = jpeg.encode({ width: 4_400, height: 3_300, data: Buffer.alloc(4_400 * 3_300 * 4, 120) }, 100).data;
  const decode = createImageDecoder({ pdfium: await loadPdfium(), toPng: async () => undefined });
  const { raster, scale } = (await decode(file))!;
  assert.ok(raster.width * raster.height <= 10_010_000, `${raster.width} × ${raster.height}`);
  assert.ok(Math.abs(raster.width * scale - 4_400) < 2);
  assert.ok(Math.abs(raster.data[raster.data.length >> 1]! - 120) < 4);
  const half = bounded({ data: new Uint8Array(4_000 * 4_000).fill(7), width: 4_000, height: 4_000 });
  assert.deepEqual([half.raster.width, half.scale, half.raster.data[5]], [2_000, 2, 7]);
});
