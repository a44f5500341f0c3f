import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { key, makeFiles, trust } from '../test/case-files.ts';
import { writeArchive } from './archive.ts';
import { verifyCase } from './verify-case.ts';

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
