import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { after, before, test } from 'node:test';
import { memoryStorage } from '../../../test/memory-storage.ts';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { finding, RecoveryError } from './finding.ts';
import { checkHashes } from './hashes.ts';
import { checkManifest, writeManifest } from './manifest.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-manifest-'));
});
after(() => rm(folder, { recursive: true }));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const dbWith = (id = 'mine', compared: object = { missing: 0, changed: 0, first: null }) =>
  scriptedDb({
    'clock_timestamp() as now': [{ now: new Date('2026-01-02T03:04:05Z'), at: '0/1' }],
    "name = 'installation_id'": [{ value: id }],
    'from listed': [compared],
  });
const storage = memoryStorage({
  'files/a': 'hello',
  'files/b': 'you',
  'installation.json': '{}',
  'tmp/upload': 'half',
  'deleted/2026-01-01/files/c': 'gone',
});

async function write(hashes = false): Promise<{ text: string; end: object }> {
  let text = '';
  const target = new Writable({
    write(piece, _encoding, done) {
      text += piece;
      done();
    },
  });
  const end = await writeManifest(dbWith(), storage, target, { hashes, onProgress: () => undefined });
  return { text, end };
}
async function check(text: string, db = dbWith()) {
  const path = join(folder, 'manifest');
  await writeFile(path, text);
  return { db, found: await checkManifest(db, db, path) };
}

test('a manifest lists content, and neither marks nor what is temporary or deleted', async () => {
  const { text, end } = await write();
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.slice(1, -1).map(({ key, size }) => [key, size]),
    [
      ['files/a', 5],
      ['files/b', 3],
    ],
  );
  assert.deepEqual(lines.at(-1), { end });
  assert.deepEqual({ ...end, sha256: '' }, { objects: 2, bytes: 8, sha256: '' });
});

test('with hashes, every object has its own', async () => {
  const { text } = await write(true);
  assert.equal(JSON.parse(text.split('\n')[1]!).sha256, sha256('hello'));
});

test('what was written is read back', async () => {
  const { db, found } = await check((await write()).text);
  assert.equal(found.ok, true);
  assert.deepEqual(db.sentTo('insert into listed')[0]!.values, [
    ['files/a', 'files/b'],
    [5, 3],
  ]);
});

test('a manifest that was cut, changed or continued is refused', async () => {
  const { text } = await write();
  const lines = text.split('\n');
  const broken = [
    '',
    'not json',
    '{"format":"other"}\n',
    lines.slice(0, 2).join('\n'),
    text.replace('"size":5', '"size":6'),
    `${text}${lines[1]}\n`,
  ];
  for (const one of broken) await assert.rejects(check(one), RecoveryError);
});

test('the manifest of another installation is refused', async () => {
  await assert.rejects(check((await write()).text, dbWith('theirs')), RecoveryError);
});

test('objects that are missing since are told, and are no fault by themselves', async () => {
  const { found } = await check((await write()).text, dbWith('mine', { missing: 2, changed: 1, first: 'files/a' }));
  assert.equal(found.ok, true);
  assert.match(found.detail, /\b2 .*\b1 .*files\/a/);
});

test('content is compared with its hash, and what differs or is gone is listed', async () => {
  const rows = [
    { key: 'files/a', sha256: sha256('hello'), source: 'files' },
    { key: 'files/b', sha256: sha256('me'), source: 'files' },
    { key: 'files/z', sha256: sha256('z'), source: 'job_files' },
  ];
  const pages = (of: object[]) => scriptedDb({ 'from named n': ([key]) => (key === '' ? of : []) });
  const wrong = await checkHashes(pages(rows), storage);
  assert.deepEqual([wrong.ok, wrong.count], [false, 2]);
  assert.deepEqual(wrong.items!.map(({ key }) => key).sort(), ['files/b', 'files/z']);
  assert.equal((await checkHashes(pages(rows.slice(0, 1)), storage)).ok, true);
});

test('a fix makes a fault only when there is something to fix', () => {
  assert.deepEqual(finding('A', 'fine'), { name: 'A', ok: true, detail: 'fine' });
  assert.deepEqual(finding('A', 'fine', { fix: 'Copy them.', count: 0 }), { name: 'A', ok: true, detail: 'fine' });
  assert.equal(finding('A', 'bad', { fix: 'Copy them.', count: 1 }).ok, false);
  assert.equal(finding('A', 'bad', { fix: 'Look.' }).ok, false);
});
