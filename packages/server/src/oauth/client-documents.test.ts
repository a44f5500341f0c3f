import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { makeAuthority } from '../../test/authority.ts';
import { request, startHarness, stopAtEnd } from '../../test/harness.ts';
import { createBrowser, signInPerson } from '../../test/oauth-person.ts';
import { addWithPassword } from '../../test/people.ts';

// Programs whose id is the address of their metadata document, and others who use that address: it is no secret.

const PASSWORD = 'a long password of a test';
const REDIRECT = 'https://program.example/callback';
const authority = makeAuthority();
const skip = authority === undefined && 'openssl is not installed';

/** The documents of this host by path. */
const documents: Record<string, object> = {};

async function startHost(): Promise<string> {
  stopAtEnd({ stop: () => authority!.remove() });
  setDefaultCACertificates([...getCACertificates(), authority!.root]);
  const host = createServer(authority!.issue({ names: ['127.0.0.1'] }), ({ url }, response) => {
    const document = documents[url!];
    response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => host.once('listening', resolve));
  stopAtEnd({
    stop() {
      host.closeAllConnections();
      host.close();
    },
  });
  return `https://127.0.0.1:${(host.address() as AddressInfo).port}`;
}

test('a program with a metadata document signs in, and another program that uses its address gets nothing', {
  skip,
}, async () => {
  const host = await startHost();
  const harness = stopAtEnd(await startHarness({ env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } }));
  const { baseUrl } = harness;
  const org = await harness.org();
  await addWithPassword(harness, org.orgId, { email: 'ada@example.com', role: 'admin', password: PASSWORD });
  const ada = await signInPerson(baseUrl, 'ada@example.com', PASSWORD);
  const clientId = `${host}/client.json`;
  documents['/client.json'] = {
    client_id: clientId,
    client_name: 'Program',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
  };
  const verifier = randomBytes(32).toString('base64url');
  const ask = (more: Record<string, string> = {}): URL => {
    const url = new URL('/oauth/authorize', baseUrl);
    const given = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      scope: 'read',
      resource: `${baseUrl}/mcp`,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    };
    for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value);
    return url;
  };
  const exchange = (code: string, more: Record<string, string> = {}) => {
    const body = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: REDIRECT, code };
    return request(
      baseUrl,
      undefined,
      'POST',
      '/oauth/token',
      new URLSearchParams({ ...body, code_verifier: verifier, ...more }),
    );
  };
  const getCode = async () =>
    (await ada.consent(ask(), { organization_id: org.orgId })).searchParams.get('code') as string;

  const { status, body, text } = await exchange(await getCode());
  assert.equal(status, 200, text);
  const tools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  assert.equal((await request(baseUrl, body.access_token, 'POST', '/mcp', tools)).status, 200);
  const { results } = await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/oauth-grants/`);
  assert.equal(results[0].client_name, 'Program');

  const elsewhere = { redirect_uri: 'https://thief.example/callback' };
  await assert.rejects(createBrowser().open(ask(elsewhere)), /^Error: 400 .*redirect_uri/s);
  const code = await getCode();
  const foreign = await exchange(code, elsewhere);
  assert.deepEqual([foreign.status, foreign.body.error], [400, 'invalid_grant']);

  documents['/copy.json'] = documents['/client.json']!;
  await assert.rejects(createBrowser().open(ask({ client_id: `${host}/copy.json` })), /invalid_client/);
  await assert.rejects(createBrowser().open(ask({ client_id: `${host}/gone.json` })), /invalid_client/);

  // Another program that got hold of a code cannot exchange it under its own document.
  const other = `${host}/other.json`;
  documents['/other.json'] = { ...documents['/client.json'], client_id: other, redirect_uris: [REDIRECT] };
  const stolen = await exchange(await getCode(), { client_id: other });
  assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant']);
  const entries = await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/audit/?action=oauth_grant.refused`);
  assert.deepEqual(
    entries.results.map(({ detail }: { detail: Record<string, string> }) => [detail.client_name, detail.asked_by]),
    [
      ['Program', other],
      ['Program', clientId],
    ],
    'whose code it was, and who tried it',
  );
});
