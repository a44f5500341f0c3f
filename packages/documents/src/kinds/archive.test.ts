import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeEml } from '../../test/mail.ts';
import { makeZip } from '../../test/zip.ts';
import type { DocumentPage } from '../model/document.ts';
import type { ParseRequest } from '../model/request.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { readArchive } from './archive.ts';
import { isOutlook, readEmail } from './email.ts';
import { loadReader } from './load-reader.ts';
import type { ReadPart } from './reader.ts';

const request: ParseRequest = { name: 'file', contentType: '', images: false, ocr: 'never' };

/** Every part is one page whose text is its content. */
const readPart: ReadPart = async (content, _request, emit) => {
  const text = content.toString();
  if (text === 'broken') throw new UnreadableFile('is broken.');
  emit({ number: 1, width: 0, height: 0, scanned: false, text }, 'text');
  return { kind: 'text', pageCount: 1, ownPages: 1 };
};
async function run(read: typeof readArchive, content: Buffer, inside?: { budget: { bytes: number; parts: number } }) {
  const pages: DocumentPage[] = [];
  const context = { readPart, ...(inside && { inside: { path: '', depth: 0, ...inside } }) };
  const document = await read(content, request, (page) => pages.push(page), context);
  return { ...document, texts: pages.map(({ text }) => text) };
}

test('every file of an archive is read, what systems put beside them and folders are not', async () => {
  const zip = makeZip({
    'a.txt': 'one',
    'sub/': '',
    'sub/b.txt': 'two',
    '__MACOSX/._a.txt': 'litter',
    'sub/.DS_Store': 'litter',
    'Thumbs.db': 'litter',
  });
  const { texts, pageCount, parts } = await run(readArchive, zip);
  assert.deepEqual([texts, pageCount], [['one', 'two'], 2]);
  assert.deepEqual(
    parts?.map(({ name }) => name),
    ['a.txt', 'sub/b.txt'],
  );
});

test('a file that cannot be read is named with its reason, and the others are read', async () => {
  const { texts, parts } = await run(readArchive, makeZip({ 'bad.txt': 'broken', 'good.txt': 'fine' }));
  assert.deepEqual(texts, ['fine']);
  assert.match(parts![0]!.note!, /bad\.txt.*is broken/);
});

test('an archive that unpacks to too much says which file was left out', async () => {
  const zip = makeZip({ 'a.txt': 'one', 'big.txt': 'x'.repeat(5_000) });
  const { texts, parts } = await run(readArchive, zip, { budget: { bytes: 1_000, parts: 100 } });
  assert.deepEqual(texts, ['one']);
  assert.match(parts![1]!.note!, /big\.txt/);
});

test('an archive without anything to read fails, with the reason of its first file', async () => {
  await assert.rejects(run(readArchive, makeZip({})), /without a document that can be read\. It is empty\./);
  await assert.rejects(run(readArchive, makeZip({ 'bad.txt': 'broken' })), /'?bad\.txt.*is broken/);
});

test('a body of an e-mail is read as text where it has no HTML, and headers it lacks are left out', async () => {
  const { texts, title } = await run(readEmail, makeEml({ subject: 'Tea', text: 'Two\r\n\r\nlines' }));
  assert.equal(title, 'Tea');
  assert.match(texts[0]!, /^From: .*\n(?:.*\n)*Subject: Tea\n\nTwo\n\nlines$/);
  assert.doesNotMatch(texts[0]!, /^Cc:/m);
});

test('a mail of pages that were not asked for emits only its attachments', async () => {
  const mail = makeEml({ text: 'body', attachments: [{ name: 'a.txt', content: Buffer.from('attached') }] });
  const pages: string[] = [];
  await readEmail(mail, { ...request, pages: [2] }, ({ text }) => pages.push(text), { readPart });
  assert.deepEqual(pages, ['attached']);
});

test('an Outlook message is told by its first bytes, and a damaged one is refused in a sentence', async () => {
  const damaged = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]);
  assert.ok(isOutlook(damaged) && !isOutlook(Buffer.from('From: a')) && !isOutlook(Buffer.alloc(0)));
  await assert.rejects(run(readEmail, damaged), /is an Outlook message that could not be decoded\. Save it as EML/);
});

test('the content decides which reader a file gets, not its name', async () => {
  const load = async (content: string | Buffer) =>
    (await loadReader(Buffer.from(content as string), { ...request, name: 'a.pdf', contentType: 'application/pdf' }))
      .kind;
  assert.equal(await load('a,b\n1,2\n3,4\n'), 'text');
  assert.equal(await load('<!doctype html><p>x</p>'), 'html');
});
