import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createKeyPair } from '@errand/proofs/signature.ts';
import { readTrustedKeys } from './trusted-keys.ts';

test('keys come from PEM or from the answer of the server; their names follow from them', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'errand-keys-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'keys');
  const [one, other] = [createKeyPair(), createKeyPair()];
  await writeFile(path, one.publicKey);
  assert.deepEqual(await readTrustedKeys(path), [{ key_id: one.keyId, public_key: one.publicKey }]);
  const answer = { key_id: 'a lie', public_key: one.publicKey, previous: [{ public_key: other.publicKey }] };
  await writeFile(path, JSON.stringify(answer));
  assert.deepEqual(
    (await readTrustedKeys(path)).map(({ key_id }) => key_id),
    [one.keyId, other.keyId],
  );
  for (const text of ['', '{}', '-----BEGIN PUBLIC KEY-----\nx']) {
    await writeFile(path, text);
    await assert.rejects(readTrustedKeys(path), /is not a public key/);
  }
  await assert.rejects(readTrustedKeys(join(folder, 'missing')), /cannot be read/);
});
