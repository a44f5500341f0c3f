import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDocx } from '../../test/files.ts';
import { makeEml, makeMsg } from '../../test/mail.ts';
import { makePdf } from '../../test/pdf.ts';
import { read } from '../../test/read.ts';
import { makeTiff } from '../../test/tiff.ts';
import { makeZip } from '../../test/zip.ts';

const invoice = makePdf([{ lines: ['Invoice 4711'] }, { lines: ['Total: 12.50 EUR'] }]);

test('an e-mail is its headers and body as they are seen, then its attachments, page by page', async () => {
  const html =
    '<p>Grüße, see below.</p><table><tr><td>Item</td><td>Price</td></tr><tr><td>Tea</td><td></td></tr></table>';
  const mail = makeEml({
    subject: 'Rechnung für Mai',
    text: 'Grüße',
    html,
    attachments: [{ name: 'invoice.pdf', content: invoice }],
  });
  const { kind, pageCount, pages, parts, title } = await read(mail);
  assert.deepEqual([kind, pageCount, title], ['email', 3, 'Rechnung für Mai']);
  assert.equal(
    pages[0]!.text,
    'From: Jürgen Müller <juergen@example.com>\nTo: Accounts <accounts@example.org>\nDate: 2026-05-04T08:00:00.000Z\nSubject: Rechnung für Mai\n\nGrüße, see below.\n\n| Item | Price |\n| --- | --- |\n| Tea | |',
  );
  assert.deepEqual(
    pages.slice(1).map(({ number, text, part }) => [number, text, part]),
    [
      [2, 'Invoice 4711', { name: 'invoice.pdf', page: 1, kind: 'pdf' }],
      [3, 'Total: 12.50 EUR', { name: 'invoice.pdf', page: 2, kind: 'pdf' }],
    ],
  );
  assert.deepEqual(parts, [{ name: 'invoice.pdf', kind: 'pdf', pageCount: 2 }]);
  assert.deepEqual(
    (await read(mail, { pages: [3] })).pages.map(({ number, text }) => [number, text]),
    [[3, 'Total: 12.50 EUR']],
  );
});

test('attachments within attachments are read, and what cannot be read is named with its reason', async () => {
  const inner = makeEml({
    subject: 'Inner',
    attachments: [{ name: 'all.zip', content: makeZip({ 'a/letter.docx': makeDocx(['Dear Ada']) }) }],
  });
  const locked = makePdf([{ lines: ['x'] }], { encrypted: true });
  const mail = makeEml({
    attachments: [
      { name: 'inner.eml', content: inner, type: 'message/rfc822' },
      { name: 'locked.pdf', content: locked },
      { name: 'program.exe', content: Buffer.from([77, 90, 0, 1, 2, 0]) },
    ],
  });
  const { pages, parts } = await read(mail);
  assert.deepEqual(
    pages.map(({ part, text }) => [part?.name, text.includes('Dear Ada')]),
    [
      [undefined, false],
      ['inner.eml', false],
      ['inner.eml/all.zip/a/letter.docx', true],
    ],
  );
  const notes = Object.fromEntries(parts!.map(({ name, note }) => [name, note]));
  assert.equal(notes['inner.eml/all.zip/a/letter.docx'], undefined);
  assert.match(notes['locked.pdf']!, /'locked\.pdf' is protected with a password/);
  assert.match(notes['program.exe']!, /'program\.exe' has an unsupported file type/);
});

test('an Outlook message is read like any e-mail', async () => {
  const mail = makeMsg({
    subject: 'Rechnung',
    text: 'Bitte zahlen.',
    attachments: [{ name: 'invoice.pdf', content: invoice }],
  });
  const { kind, pages, parts } = await read(mail, { name: 'a.msg' });
  assert.equal(kind, 'email');
  assert.equal(pages[0]!.text, 'From: Jürgen Müller\nSubject: Rechnung\n\nBitte zahlen.');
  assert.deepEqual(parts, [{ name: 'invoice.pdf', kind: 'pdf', pageCount: 2 }]);
  assert.equal(pages[2]!.text, 'Total: 12.50 EUR');
});

test('an archive in an archive in an archive … ends, and says where', async () => {
  let archive = makeZip({ 'deep.txt': 'deep' });
  for (let level = 0; level < 10; level += 1)
    archive = makeZip({ 'more.zip': archive, [`${level}.txt`]: `level ${level}` });
  const { pages, parts } = await read(archive);
  assert.equal(pages.length, 6);
  assert.match(parts!.find(({ note }) => note)!.note!, /at most 6 levels deep/);
  await assert.rejects(
    read(makeZip({ 'a.exe': Buffer.from([1, 0, 2]) })),
    /without a document that can be read. 'a\.exe' has an unsupported file type/,
  );
});

test('a TIFF has a page for each of its pictures', async () => {
  const page = { pixels: new Uint8Array(200 * 100).fill(255), width: 200, height: 100 };
  const { kind, pageCount, pages } = await read(makeTiff([page, page, page]), { images: true });
  assert.deepEqual([kind, pageCount], ['image', 3]);
  assert.deepEqual([pages[1]!.width, pages[1]!.height, pages[1]!.scanned], [200, 100, true]);
  assert.equal(Buffer.from(pages[2]!.image!.data).subarray(1, 4).toString(), 'PNG');
});

test('a HEIC photo is refused with what to do', () =>
  assert.rejects(read(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1', 'latin1')), /HEIC photo.*JPEG/));

test('an HTML mail without a charset keeps its letters, by its own meta or as most programs write', async () => {
  const mail = (meta: string): Buffer =>
    Buffer.from(
      `From: a@example.com\r\nTo: b@example.com\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: 8bit\r\n\r\n<html><head>${meta}</head><body><p>Gr\xfc\xdfe aus K\xf6ln</p></body></html>`,
      'latin1',
    );
  for (const meta of ['', '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">']) {
    const [page] = (await read(mail(meta), { name: 'x.eml' })).pages;
    assert.match(page!.text, /Grüße aus Köln/);
  }
});
