import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from '../../test/read.ts';

test('text in UTF-8, UTF-16 and the old western encoding', async () => {
  const encodings = [
    Buffer.from('Café für 3 €'),
    Buffer.from('\ufeffCafé für 3 €', 'utf16le'),
    Buffer.from('Caf\xe9 f\xfcr 3 \x80', 'latin1'),
  ];
  for (const content of encodings) {
    const { kind, pages } = await read(content);
    assert.deepEqual([kind, pages[0]!.text], ['text', 'Café für 3 €']);
  }
});
