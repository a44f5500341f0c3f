import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Harness, startHarness, type TestOrg, until } from '../../../server/test/harness.ts';
import { addWithPassword } from '../../../server/test/people.ts';
import { errand, errandJson, startErrand } from '../../test/cli.ts';

// Tests errand login without a key. The code is confirmed as in the console.

let harness: Harness;
let org: TestOrg;
let folder: string;
before(async () => {
  harness = await startHarness({ env: { ERRAND_SIGN_IN_TRIES: '200' } });
  org = await harness.org();
  folder = await mkdtemp(join(tmpdir(), 'errand-login-'));
});
after(async () => {
  await harness.stop();
  await rm(folder, { recursive: true });
});

const decide = (user_code: string, approve = true) =>
  org.request('POST', '/v1/auth/device/decision/', { user_code, approve, role: 'viewer' });

test('login by browser opens the address, waits, keeps a key of its own, and logout revokes it', async (context) => {
  const home = join(folder, 'browser');
  const opened = join(folder, 'opened');
  const browser = join(folder, 'browser.sh');
  await writeFile(browser, `#!/bin/sh\nprintf %s "$1" > ${opened}\n`);
  await chmod(browser, 0o755);
  const env = { XDG_CONFIG_HOME: home, BROWSER: browser };
  const login = startErrand(['login', harness.baseUrl, '--browser', '--json'], env);
  context.after(() => login.send('SIGKILL'));
  const address = await until(
    async () => (await readFile(opened, 'utf8').catch(() => '')) || undefined,
    'the browser opens it',
  );
  const code = new URL(address).searchParams.get('code')!;
  assert.ok(address.startsWith(`${harness.baseUrl}/login?`));
  assert.ok(login.said.stderr.includes(address) && login.said.stderr.includes(code), login.said.stderr);
  assert.equal((await decide(code)).status, 200);
  assert.equal(await login.exit, 0, login.said.stderr);
  const { profiles } = JSON.parse(await readFile(join(home, 'errand', 'profiles.json'), 'utf8'));
  const { api_key: key, made_by_login: own } = profiles.default;
  assert.deepEqual([own, JSON.parse(login.said.stdout).server], [true, harness.baseUrl]);
  assert.ok(key !== org.apiKey && !`${login.said.stdout}${login.said.stderr}`.includes(key));
  assert.equal((await errand(['agents', 'list'], env)).code, 0);
  const { results } = (await org.request('GET', `/v1/organizations/${org.orgId}/api-keys/`)).body;
  assert.match(results[0].name, /^errand of .+ on .+/);
  // The login was confirmed with an organization's key, so the new key belongs to no user and stays.
  const out = await errand(['logout', '--json'], env);
  assert.deepEqual([out.code, JSON.parse(out.stdout).revoked], [0, false]);
  assert.match(out.stderr, /Revoke it in the console/);
});

test('logout revokes the key of a person', async (context) => {
  const person = { email: 'grace@example.com', password: 'correct horse battery', role: 'member' };
  await addWithPassword(harness, org.orgId, person);
  const { token } = (await org.request('POST', '/v1/auth/login/', person)).body;
  const env = { XDG_CONFIG_HOME: join(folder, 'person') };
  const login = startErrand(['login', harness.baseUrl, '--no-open'], env);
  context.after(() => login.send('SIGKILL'));
  const code = await until(async () => /code=([A-Z-]{9})/.exec(login.said.stderr)?.[1], 'the code');
  const headers = { authorization: `Bearer ${token}`, 'x-organization-id': org.orgId };
  const body = { user_code: code, approve: true };
  assert.equal((await org.request('POST', '/v1/auth/device/decision/', body, headers)).status, 200);
  assert.equal(await login.exit, 0, login.said.stderr);
  assert.match(login.said.stdout, /grace@example\.com/);
  const { profiles } = JSON.parse(await readFile(join(env.XDG_CONFIG_HOME, 'errand', 'profiles.json'), 'utf8'));
  assert.equal((await errandJson(['logout'], env)).revoked, true);
  const refused = await errand(['agents', 'list'], {
    ...{ ERRAND_URL: harness.baseUrl, ERRAND_API_KEY: profiles.default.api_key },
  });
  assert.equal(refused.code, 3);
});

test('a login that is refused, interrupted, or has no terminal says so and keeps nothing', async (context) => {
  const env = { XDG_CONFIG_HOME: join(folder, 'none') };
  const denied = startErrand(['login', harness.baseUrl, '--no-open'], env);
  const interrupted = startErrand(['login', harness.baseUrl, '--no-open'], env);
  for (const { send } of [denied, interrupted]) context.after(() => send('SIGKILL'));
  const code = await until(async () => /code=([A-Z-]{9})/.exec(denied.said.stderr)?.[1], 'the code');
  await decide(code, false);
  assert.equal(await denied.exit, 3);
  assert.match(denied.said.stderr, /was refused in the console/);
  await until(async () => interrupted.said.stderr.includes('Waiting'), 'the other one waits');
  interrupted.send('SIGINT');
  assert.equal(await interrupted.exit, 130);
  const bare = await errand(['login', harness.baseUrl], env);
  assert.equal(bare.code, 2);
  assert.match(bare.stderr, /no terminal.*--browser.*--key-stdin/);
  assert.equal((await errand(['login', harness.baseUrl, '--browser', '--key-stdin'], env)).code, 2);
  assert.equal((await errand(['login', harness.baseUrl, '--key'], env)).code, 2);
  assert.equal((await errand(['login', 'http://127.0.0.1:1', '--browser'], env)).code, 5);
  await assert.rejects(readFile(join(env.XDG_CONFIG_HOME, 'errand', 'profiles.json')), { code: 'ENOENT' });
});
