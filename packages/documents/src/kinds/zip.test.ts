import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeZip } from '../../test/zip.ts';
import { checkUnpackedSize, listZipEntries, readZipEntry } from './zip.ts';

test('entries are found by the directory of the archive and unpacked', () => {
  const archive = makeZip({ 'a.xml': '<a/>', 'b.txt': 'stored' }, { stored: ['b.txt'] });
  const entries = listZipEntries(archive);
  assert.deepEqual(
    entries.map((entry) => [entry.name, readZipEntry(archive, entry).toString('utf8')]),
    [
      ['a.xml', '<a/>'],
      ['b.txt', 'stored'],
    ],
  );
});

test('an entry that unpacks to more than its limit is refused, whatever the directory claims', () => {
  const archive = makeZip({ 'a.xml': Buffer.alloc(100_000) }, { claimed: 10 });
  const [entry] = listZipEntries(archive);
  assert.throws(() => readZipEntry(archive, entry!, 1_000), /unpacks to more than/);
  assert.doesNotThrow(() => checkUnpackedSize(archive));
});

test('an archive that is cut anywhere is refused as damaged', () => {
  const archive = makeZip({ 'a.xml': '<a/>', 'b.xml': '<b/>' });
  for (let length = 0; length < archive.length; length += 1) {
    assert.throws(() => listZipEntries(archive.subarray(0, length)), /damaged or incomplete archive/, String(length));
  }
});
