import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeEml } from '../../test/mail.ts';
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

test('an e-mail of nearly 100 MB is read, and an attachment that cannot be read is named', async () => {
  const blob = Buffer.alloc(68 * 1024 * 1024);
  const mail = makeEml({ text: 'Total: 12.50 EUR', attachments: [{ name: 'blob.bin', content: blob }] });
  assert.ok(mail.length > 90 * 1024 * 1024);
  const { pages, parts } = await read(mail);
  assert.match(pages[0]!.text, /Total: 12\.50 EUR/);
  assert.match(parts![0]!.note!, /'blob\.bin' has an unsupported file type/);
});
