import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { memoryStorage } from '../../../test/memory-storage.ts';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { findSource, MissingContent } from './find-source.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** What the job has: uploaded files, fetched pages, pages seen in a browser, saved things. */
function find(
  file: string,
  {
    words = undefined as string | undefined,
    files = [] as object[],
    inputs = [] as { key: string; value: string }[],
    fetched = undefined as object | undefined,
    seen = undefined as object | undefined,
    saved = undefined as object | undefined,
  } = {},
) {
  const db = scriptedDb({
    'from job_files': files,
    'from files': files,
    "kind in ('fetch', 'tool')":
      seen === undefined ? [] : [{ job_id: 'j', text: '', saved: null, words: null, ...seen }],
    "kind = 'fetch'": fetched === undefined ? [] : [{ job_id: 'j', result: fetched }],
    'from job_references': saved === undefined ? [] : [{ fileName: 'x', contentType: '', storageKey: 's', ...saved }],
  });
  const storage = memoryStorage({ s: 'stored' });
  return findSource({ db, storage, orgId: 'org' }, { id: 'j', inputs: inputs as never }, file, words);
}
const url = 'https://example.com/a';

test('a file of the job is found by its name, before anything else', async () => {
  const files = [{ name: url, contentType: 'application/pdf', size: 6, storageKey: 's' }];
  const source = await find(url, { files, fetched: { url, body: base64('page') } });
  assert.equal(source!.kind, 'file');
});

test('a text input is found by its key, or by the words that only it has', async () => {
  const inputs = [
    { key: 'note', value: 'The total is 5.' },
    { key: 'doc', value: 'file_123' },
    { key: 'other', value: 'Nothing.' },
  ];
  const textOf = async (file: string, words?: string) =>
    ((await find(file, { inputs, words })) as { text?: string } | undefined)?.text;
  assert.equal(await textOf('note'), 'The total is 5.');
  assert.equal(await textOf('unknown', 'total is 5'), 'The total is 5.');
  assert.equal(await textOf('other', 'total is 5'), 'The total is 5.');
  assert.equal(await textOf('doc'), undefined);
});

test('a fetched page is shown as it was fetched, unless only the browser saw the words', async () => {
  const fetched = { url, headers: html, body: base64('<p>Price: <b>5</b></p><script>price = 7</script>') };
  const seen = { text: 'Price: 7 EUR' };
  assert.equal((await find(url, { fetched, seen }))!.kind, 'fetched');
  assert.equal((await find(url, { fetched, seen, words: 'Price: 7' }))!.kind, 'seen');
  assert.equal((await find(url, { fetched, seen, words: 'Price: 5' }))!.kind, 'fetched');
  assert.equal((await find(url, { seen }))!.kind, 'seen');
});

test('what was fetched tells whether it is HTML, and opens as its bytes', async () => {
  const page = await find(url, { fetched: { url, headers: html, body: base64('hello') } });
  assert.ok(page?.kind === 'fetched' && page.html);
  const content = await page.source.open();
  assert.equal((content instanceof Uint8Array ? Buffer.from(content) : await buffer(content)).toString(), 'hello');
  const other = await find(url, { fetched: { url, headers: { 'content-type': 'application/pdf' }, body: '' } });
  assert.ok(other?.kind === 'fetched' && !other.html);
});

test('content that the storage has lost is told as such when it is opened', async () => {
  const kept = await find(url, { fetched: { url, kept: 'gone' } });
  assert.ok(kept?.kind === 'fetched');
  await assert.rejects(async () => kept.source.open(), MissingContent);
});

test('the picture of a page is the one that was saved with it', async () => {
  const seen = { text: 'x', saved: 'https://errand/v1/agents/jobs/j/references/p1.png/' };
  const page = await find(url, { seen, saved: { contentType: 'image/png' } });
  assert.ok(page?.kind === 'seen' && page.picture !== undefined);
  assert.ok(!('picture' in (await find(url, { seen: { text: 'x' } }))!));
});

test('what is nowhere else is looked for in an archive or a mail of the job', async () => {
  const zip = { name: 'all.zip', contentType: 'application/zip', size: 6, storageKey: 's' };
  const source = await find('inner/a.pdf', { files: [zip] });
  assert.ok(source?.kind === 'file' && source.part === 'inner/a.pdf' && source.source.name === 'all.zip');
  assert.equal(await find('inner/a.pdf', { files: [{ ...zip, name: 'a.txt', contentType: 'text/plain' }] }), undefined);
});

test('an address with a NUL is none, and asks nothing of the database', async () => {
  assert.equal(await find('https://example.com/\u0000', { seen: { text: 'x' } }), undefined);
});
