import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type SigningServer, startSigningServer } from '../../server/test/connections/signing-server.ts';
import { type Stage, skip, startStage } from './console.ts';

// An administrator signs a connection in, in a real browser: to the pages of a stranger's authorization server and back.

describe('signing a connection in', { skip }, () => {
  let stage: Stage;
  let server: SigningServer;
  before(async () => {
    server = await startSigningServer();
    stage = await startStage();
  });
  after(async () => {
    await stage?.stop();
    await server?.stop();
  });

  test('leads to the other server and back, and shows who signed in', async () => {
    const { org, harness } = stage;
    const { id } = await org.expect(201, 'POST', '/v1/connections/', {
      connector_type: 'custom_mcp',
      name: 'Strangers',
      config: { url: server.url },
      auth_config: { type: 'oauth2_authorization_code' },
    });
    const page = await stage.open('/settings?tab=connections');
    await page.getByText('sign-in needed').waitFor();
    await page.getByRole('button', { name: 'Sign Strangers in' }).click();
    await page.waitForURL(`${server.issuer}/**`);
    await page.locator('input[name=login]').fill('ada-there');
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(`${harness.baseUrl}/connections/signed-in*`);
    await page.getByText(`The connection is signed in at ${server.issuer}`).waitFor();
    assert.equal((await org.expect(200, 'GET', `/v1/connections/${id}/`)).sign_in.state, 'signed_in');
    await org.expect(200, 'POST', `/v1/connections/${id}/test/`);
    await page.getByRole('link', { name: 'Connections', exact: true }).click();
    await page.getByRole('button', { name: 'Sign-in of Strangers' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Strangers is signed out').waitFor();
    await page.getByText('sign-in needed').waitFor();
  });
});
