import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { request, startHarness, stopAtEnd } from '../harness.ts';
import { signInPerson } from '../oauth-person.ts';
import { addWithPassword } from '../people.ts';
import { programOf } from './mcp-suite.ts';

// The authorization scenarios of the protocol's makers, against our authorization server. A person consents when the
// suite prints its address.

const SUITE = 'mcp-conformance-2026';
const PASSWORD = 'a long password of a test';

const harness = stopAtEnd(await startHarness());
const { baseUrl } = harness;
const org = await harness.org();
const person = { email: 'ada@example.com', role: 'member', password: PASSWORD };
await addWithPassword(harness, org.orgId, person);
const ada = await signInPerson(baseUrl, person.email, PASSWORD);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('both authorization scenarios pass', async () => {
  const port = await freePort();
  const redirect_uris = [`http://127.0.0.1:${port}/callback`];
  const client = { client_name: 'Suite', redirect_uris, token_endpoint_auth_method: 'none' };
  const { client_id } = (await request(baseUrl, undefined, 'POST', '/oauth/register', client)).body;
  const folder = await mkdtemp(join(tmpdir(), 'errand-authorization-'));
  stopAtEnd({ stop: () => rm(folder, { recursive: true, force: true }) });
  const asked = ['--client-id', client_id, '--resource', `${baseUrl}/mcp`, '-p', String(port), '-o', folder];
  const suite = spawn(process.execPath, [programOf(SUITE), 'authorization', '--url', baseUrl, ...asked], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => suite.once('exit', resolve));
  for await (const line of createInterface({ input: suite.stdout })) {
    if (!line.startsWith(`${baseUrl}/oauth/authorize`)) continue;
    await fetch(await ada.consent(line, { organization_id: org.orgId }));
  }
  await ended;
  const names: string[] = [];
  for (const entry of await readdir(folder)) {
    const checks = JSON.parse(await readFile(join(folder, entry, 'checks.json'), 'utf8')) as Record<string, string>[];
    for (const check of checks) assert.notEqual(check.status, 'FAILURE', JSON.stringify(check));
    names.push(...checks.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id!));
  }
  assert.deepEqual(names.sort(), [
    'authorization-code-grant',
    'authorization-server-metadata',
    'authorization-server-metadata-cimd',
  ]);
});
