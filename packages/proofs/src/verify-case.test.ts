import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { describe, test } from 'node:test';
import { type ArchiveFile, writeArchive } from './archive.ts';
import { chainEvents, type Manifest, sealManifest, sha256 } from './manifest.ts';
import { createKeyPair, type KeyPair } from './signature.ts';
import { verifyCase } from './verify-case.ts';

const key = createKeyPair();

type Made = { files?: ArchiveFile[]; by?: KeyPair; change?: (facts: Record<string, unknown>) => void };

function makeFiles({ files = someFiles(), by = key, change }: Made = {}): ArchiveFile[] {
  const facts = {
    organization_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d',
    job_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4e',
    created_at: '2026-05-04T10:20:30.400Z',
    events: chainEvents([
      { at: '2026-05-04T10:20:30.400Z', kind: 'accepted' },
      // The clock was set back; the order of events is that of the chain.
      { at: '2026-05-04T09:00:00.000Z', kind: 'success' },
    ]),
  };
  change?.(facts);
  const listed = files.map(({ path, content }) => ({ path, sha256: sha256(content), size: content.length }));
  const { manifest, signature } = sealManifest(facts as never, listed, by);
  return [{ path: 'manifest.json', content: manifest }, { path: 'manifest.sig', content: signature }, ...files];
}

const someFiles = (): ArchiveFile[] => [
  {
    path: 'inputs.json',
    content: Buffer.from(JSON.stringify([{ key: 'name', value: randomBytes(8).toString('hex') }])),
  },
  { path: 'evidence/001-page.html', content: randomBytes(randomInt(2_000)) },
  { path: 'empty.txt', content: Buffer.alloc(0) },
];

const verify = (files: ArchiveFile[], trusted = [trust(key)]) => verifyCase(writeArchive(files), trusted);
const trust = ({ keyId, publicKey }: KeyPair) => ({ key_id: keyId, public_key: publicKey });
const put = (files: ArchiveFile[], path: string, content: Buffer | string): ArchiveFile[] =>
  files.map((file) => (file.path === path ? { path, content: Buffer.from(content) } : file));

test('of 1,000 case files each is verified, and refused when one random byte of it is altered', () => {
  for (let round = 0; round < 1_000; round += 1) {
    const bytes = writeArchive(makeFiles());
    const good = verifyCase(bytes, [trust(key)]);
    assert.deepEqual([good.ok, good.trusted, good.problems], [true, true, []]);
    const at = randomInt(bytes.length);
    const before = bytes[at]!;
    bytes[at] = (before + 1 + randomInt(255)) % 256;
    const { ok, problems } = verifyCase(bytes);
    assert.ok(!ok && problems.length > 0, `byte ${at} of ${bytes.length}, from ${before} to ${bytes[at]}`);
  }
});

test('every single byte of one case file counts', () => {
  const bytes = writeArchive(makeFiles({ files: [{ path: 'a.txt', content: Buffer.from('one') }] }));
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at]! ^= 1;
    assert.equal(verifyCase(bytes).ok, false, `byte ${at}`);
    bytes[at]! ^= 1;
  }
  assert.equal(verifyCase(bytes).ok, true);
  assert.equal(verifyCase(Buffer.concat([bytes, Buffer.from([0])])).ok, false, 'a byte more');
  assert.equal(verifyCase(bytes.subarray(0, -1)).ok, false, 'a byte less');
  assert.equal(verifyCase(Buffer.alloc(0)).ok, false, 'nothing');
});

test('what was altered is named', () => {
  const files = makeFiles();
  const cases: [files: ArchiveFile[], problem: RegExp][] = [
    [put(files, 'inputs.json', '[]'), /^inputs\.json is not what was signed\.$/],
    [files.filter(({ path }) => path !== 'evidence/001-page.html'), /^evidence\/001-page\.html is missing\.$/],
    [[...files, { path: 'extra.txt', content: Buffer.from('x') }], /^extra\.txt was added\.$/],
    [[...files.slice(0, 2), ...files.slice(2).reverse()], /not in their order/],
    [put(files, 'manifest.sig', 'AAAA'), /is not what was signed/],
    [files.filter(({ path }) => path !== 'manifest.sig'), /^manifest\.sig is missing\.$/],
  ];
  for (const [altered, problem] of cases) {
    const report = verify(altered);
    assert.equal(report.ok, false);
    assert.match(report.problems.join('\n'), problem);
  }
});

test('an event that does not follow from the one before is named, though its manifest is signed', () => {
  const change = (facts: Record<string, unknown>): void => {
    (facts.events as { kind: string }[])[1]!.kind = 'failure';
  };
  assert.match(verify(makeFiles({ change })).problems[0]!, /^Event 2 \(failure\)/);
});

describe('keys', () => {
  test('one that was replaced still verifies what it signed; the new one verifies new files', () => {
    const next = createKeyPair();
    const keys = [trust(next), trust(key)];
    assert.equal(verify(makeFiles(), keys).ok, true);
    assert.equal(verify(makeFiles({ by: next }), keys).ok, true);
  });

  test('a forged one is refused, also under the name of a true one', () => {
    const forged = createKeyPair();
    assert.match(verify(makeFiles({ by: forged })).problems[0]!, /none of the keys given/);
    const named = { ...forged, keyId: key.keyId };
    assert.match(verify(makeFiles({ by: named })).problems[0]!, /not the one that it names/);
    const both = { ...forged, keyId: key.keyId, publicKey: key.publicKey };
    assert.match(verify(makeFiles({ by: both })).problems[0]!, /is not what was signed/);
    const lie = [{ key_id: forged.keyId, public_key: key.publicKey }];
    assert.equal(verify(makeFiles({ by: forged }), lie).ok, false);
  });

  test('without a key the file proves only that it is whole', () => {
    const report = verifyCase(writeArchive(makeFiles()));
    assert.deepEqual([report.ok, report.trusted], [true, false]);
  });
});

test('paths that lead out of the archive, or are there twice, are refused', () => {
  const content = Buffer.from('x');
  for (const path of [
    '../x',
    'a/../../x',
    '/etc/passwd',
    'C:/x',
    'a\\..\\x',
    '..',
    'a//x',
    './x',
    'a/.hidden',
    'x\0',
    '',
  ]) {
    const report = verify(makeFiles({ files: [{ path, content }] }));
    assert.match(report.problems.join('\n'), /^The path .* (leads out|has signs)/, path);
  }
  const twice = { path: 'a.txt', content };
  assert.match(verify([...makeFiles({ files: [twice] }), twice]).problems.join('\n'), /"a\.txt" is there twice/);
});

test('a manifest of another shape is a problem, never a crash', () => {
  const depth = 20_000;
  for (const text of [
    '',
    '[]',
    'null',
    '{"files":[],"events":[]}',
    '{"files":[null]}',
    `${'['.repeat(depth)}${']'.repeat(depth)}`,
  ]) {
    assert.equal(verify(put(makeFiles(), 'manifest.json', text)).ok, false);
  }
  const change = (facts: Record<string, unknown>): void => {
    (facts as Partial<Manifest>).events = [{ deep: JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`) }] as never;
  };
  assert.equal(verify(makeFiles({ change })).ok, false);
});
