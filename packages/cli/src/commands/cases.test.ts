import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeArchive } from '@errand/proofs/archive.ts';
import { chainEvents, sealManifest, sha256 } from '@errand/proofs/manifest.ts';
import { createKeyPair } from '@errand/proofs/signature.ts';
import { errand } from '../../test/cli.ts';

test('case verify needs no server: exit 0, or 1 with what does not match', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'errand-case-'));
  t.after(() => rm(folder, { recursive: true }));
  const at = (name: string): string => join(folder, name);
  const key = createKeyPair();
  const content = Buffer.from('[]');
  const events = chainEvents([{ at: '2026-05-04T10:20:30.400Z', kind: 'accepted' }]);
  const facts = { organization_id: 'o', job_id: 'j', created_at: '2026-05-04T10:20:30.400Z', events };
  const listed = [{ path: 'inputs.json', sha256: sha256(content), size: content.length }];
  const { manifest, signature } = sealManifest(facts, listed, key);
  const bytes = writeArchive([
    { path: 'manifest.json', content: manifest },
    { path: 'manifest.sig', content: signature },
    { path: 'inputs.json', content },
  ]);
  await writeFile(at('good.zip'), bytes);
  bytes[bytes.lastIndexOf('[]')] = 0x20;
  await writeFile(at('altered.zip'), bytes);
  await writeFile(at('key.pem'), key.publicKey);
  await writeFile(at('other.pem'), createKeyPair().publicKey);

  const verify = (...args: string[]) => errand(['case', 'verify', ...args], {});
  const good = await verify(at('good.zip'), '--key', at('key.pem'), '--json');
  assert.equal(good.code, 0, good.stderr);
  const { ok, files } = JSON.parse(good.stdout);
  assert.deepEqual([ok, files[0].key_trusted, files[0].key_id, files[0].problems], [true, true, key.keyId, []]);
  const unknown = await verify(at('good.zip'));
  assert.equal(unknown.code, 0);
  assert.match(unknown.stdout, /not compared with a key that you trust/);
  const altered = await verify(at('good.zip'), at('altered.zip'));
  assert.equal(altered.code, 1);
  assert.match(altered.stdout, /altered\.zip\n {2}inputs\.json is not what was signed\./);
  const forged = await verify(at('good.zip'), '--key', at('other.pem'));
  assert.equal(forged.code, 1);
  assert.match(forged.stdout, /none of the keys given/);
  assert.equal((await verify(at('missing.zip'))).code, 2);
});
