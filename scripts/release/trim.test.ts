import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNeeded } from './trim.ts';

test('files that never run are left out of the image: types, maps, pages about the package, data of another kind', () => {
  const out = ['a/x.d.ts', 'a/x.js.map', 'a/src/x.mts', 'a/README.md', 'a/CHANGELOG.md', 'pg/lib/libpq.a'];
  const data = '@tesseract.js-data/deu/4.0.0';
  for (const path of [...out, `${data}`, `${data}/deu.traineddata.gz`, 'tesseract.js-core/tesseract-core.wasm.js'])
    assert.ok(!isNeeded(`node_modules/${path}`), path);
});

test('code, data, licences and notices stay', () => {
  const kept = [
    'a/x.js',
    'a/x.json',
    'a/LICENSE.md',
    'a/NOTICE',
    'a/history.js',
    'a/x.wasm',
    'a/x.node',
    'a/readme-parser/x.js',
  ];
  const data = ['@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz', 'tesseract.js-core/tesseract-core.wasm'];
  for (const path of [...kept, ...data, 'tesseract.js-core/tesseract-core.js'])
    assert.ok(isNeeded(`node_modules/${path}`), path);
});

test('a native runtime stays for this platform only', () => {
  const at = (platform: string): string => `node_modules/onnxruntime-node/bin/napi-v6/${platform}/lib.so`;
  assert.deepEqual([`${process.platform}/${process.arch}`, 'win32/mips'].map(at).map(isNeeded), [true, false]);
});
