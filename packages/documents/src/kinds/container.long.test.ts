import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from '../../test/read.ts';
import { makeZip } from '../../test/zip.ts';

test('an archive that unpacks to too much is read up to its limit, and says so', async () => {
  const zeros = Buffer.alloc(200 * 1024 * 1024);
  const bomb = makeZip({ 'a.txt': 'first', 'b.bin': zeros, 'c.bin': zeros, 'd.txt': 'last' }, { claimed: 1_000 });
  const { pages, parts } = await read(bomb);
  assert.deepEqual(
    pages.map(({ text }) => text),
    ['first', 'last'],
  );
  assert.match(parts!.find(({ name }) => name === 'c.bin')!.note!, /unpacks to more than 256 MB/);
});
