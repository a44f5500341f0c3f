import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { request } from '../../server/test/harness.ts';
import { addWithPassword } from '../../server/test/people.ts';
import { type Stage, skip, startStage } from './console.ts';

// A person signs in a program in a real browser, from the program's link to the address where the program listens.

const PASSWORD = 'a long password of a test';

describe('connecting a program', { skip }, () => {
  let stage: Stage;
  let listener: Server;
  let redirect: string;
  before(async () => {
    stage = await startStage();
    listener = createServer((_request, response) => response.end('You can close this page.')).listen(0, '127.0.0.1');
    await new Promise((resolve) => listener.once('listening', resolve));
    redirect = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`;
  });
  after(async () => {
    listener?.close();
    await stage?.stop();
  });

  test('the page names program, organization and rights; what is allowed is listed and can be ended', async () => {
    const { baseUrl } = stage.harness;
    const body = { email: 'ada@example.com', role: 'member', password: PASSWORD };
    await addWithPassword(stage.harness, stage.org.orgId, body);
    const client = { client_name: 'Letter desk', redirect_uris: [redirect], token_endpoint_auth_method: 'none' };
    const { client_id } = (await request(baseUrl, undefined, 'POST', '/oauth/register', client)).body;
    const verifier = randomBytes(32).toString('base64url');
    const asked = new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri: redirect,
      scope: 'read run admin',
      resource: `${baseUrl}/mcp`,
      state: 'of the program',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const page = await stage.open(`/oauth/authorize?${asked}`, { credential: null });
    await page.getByRole('tab', { name: 'E-mail and password' }).click();
    await page.getByLabel('E-mail', { exact: true }).fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Letter desk').first().waitFor();
    const admin = page.getByRole('checkbox', { name: /Your role does not allow this/ });
    assert.equal(await admin.isDisabled(), true);
    await page.getByRole('checkbox', { name: /Runs cost credits/ }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${redirect}*`);
    const landed = new URL(page.url()).searchParams;
    assert.deepEqual([landed.get('state'), landed.get('iss')], ['of the program', baseUrl]);
    const taken = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id,
      code: landed.get('code')!,
      code_verifier: verifier,
      redirect_uri: redirect,
    });
    const token = await request(baseUrl, undefined, 'POST', '/oauth/token', taken);
    assert.equal(token.body.scope, 'read', token.text);

    await page.goto(`${baseUrl}/settings?tab=programs`);
    await page.getByRole('button', { name: 'Disconnect Letter desk' }).click();
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
    await page.getByText('No programs').waitFor();
    const refused = await request(baseUrl, token.body.access_token, 'POST', '/mcp', {});
    assert.equal(refused.status, 401);
  });
});
