import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeArchive } from '@errand/proofs/archive.ts';
import { chainEvents, sealManifest, sha256 } from '@errand/proofs/manifest.ts';
import { createKeyPair } from '@errand/proofs/signature.ts';
import { startHarness, until } from '../../../server/test/harness.ts';
import { createAgent, startJob, untilFinal } from '../../../server/test/runs.ts';
import { errand, errandJson } from '../../test/cli.ts';

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
  assert.match(forged.stdout, /not one of the trusted keys/);
  assert.equal((await verify(at('missing.zip'))).code, 2);
});

test('an export of cases and of the audit log is checked offline, and what was altered in it is named', async (t) => {
  const harness = await startHarness();
  t.after(() => harness.stop());
  const org = await harness.org();
  const folder = await mkdtemp(join(tmpdir(), 'errand-export-'));
  t.after(() => rm(folder, { recursive: true }));
  const env = { ERRAND_URL: harness.baseUrl, ERRAND_API_KEY: org.apiKey, XDG_CONFIG_HOME: folder };
  const agent = await createAgent(org, 'TemplateEngine', { config: { template: 'x' } });
  const jobs: string[] = [];
  for (const text of ['a', 'b']) {
    jobs.push(await startJob(org, agent.id, { text }));
    await untilFinal(org, jobs.at(-1)!);
  }
  const cases = join(folder, 'cases');
  const period = ['--from', '2020-01-01', '--to', '2999-01-01'];
  assert.equal((await errandJson(['case', 'export', cases, ...period], env)).cases, 2);
  const good = await errand(['case', 'verify', cases], {});
  assert.equal(good.code, 0, good.stdout + good.stderr);
  assert.match(good.stdout, /index\.json is authentic, and all its cases are present/);
  const index = await readFile(join(cases, 'index.json'), 'utf8');
  await writeFile(join(cases, 'index.json'), index.replace('"status_code": 3', '"status_code": 4'));
  const altered = await errand(['case', 'verify', cases], {});
  assert.deepEqual([altered.code, /The list is not what was signed/.test(altered.stdout)], [1, true], altered.stdout);
  await writeFile(join(cases, 'index.json'), index);
  await rm(join(cases, `case-${jobs[1]}.zip`));
  const missing = await errand(['case', 'verify', cases], {});
  assert.equal(missing.code, 1);
  assert.match(missing.stdout, new RegExp(`The case file of job ${jobs[1]} is missing`));

  await until(
    async () => (await org.request('GET', `/v1/organizations/${org.orgId}/audit/head/`)).body.unchained === 0,
    'the chain of the audit log',
  );
  const log = join(folder, 'audit.jsonl');
  const exported = await errandJson(['audit', 'export', log], env);
  assert.ok(exported.entries > 0 && exported.entries === exported.head, JSON.stringify(exported));
  const whole = await errandJson(['audit', 'verify', log, '--key', join(cases, 'keys.json')], {});
  assert.deepEqual([whole.ok, whole.signed, whole.key_trusted, whole.entries], [true, true, true, exported.entries]);
  const content = await readFile(log, 'utf8');
  await writeFile(log, content.replace('"action":"agent.created"', '"action":"agent.deleted"'));
  const forged = await errand(['audit', 'verify', log], {});
  assert.equal(forged.code, 1);
  assert.match(forged.stdout, /Entry \d+ \([0-9a-f-]+, agent\.deleted\) was altered/);
});
