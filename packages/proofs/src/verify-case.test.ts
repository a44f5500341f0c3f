import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { key, makeFiles, trust } from '../test/case-files.ts';
import { type ArchiveFile, writeArchive } from './archive.ts';
import type { Manifest } from './manifest.ts';
import { createKeyPair } from './signature.ts';
import { verifyCase } from './verify-case.ts';

const verify = (files: ArchiveFile[], trusted = [trust(key)]) => verifyCase(writeArchive(files), trusted);
const put = (files: ArchiveFile[], path: string, content: Buffer | string): ArchiveFile[] =>
  files.map((file) => (file.path === path ? { path, content: Buffer.from(content) } : file));

test('altered parts are named', () => {
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
    assert.match(verify(makeFiles({ by: forged })).problems[0]!, /not one of the trusted keys/);
    const named = { ...forged, keyId: key.keyId };
    assert.match(verify(makeFiles({ by: named })).problems[0]!, /does not match its key id/);
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
    assert.match(report.problems.join('\n'), /^The path .* (leads out|has characters)/, path);
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
