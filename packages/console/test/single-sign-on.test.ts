import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type OpenIdProvider, startOpenIdProvider } from '../../server/test/openid-provider.ts';
import { addWithPassword } from '../../server/test/people.ts';
import { until } from '../../server/test/until.ts';
import { type Stage, skip, startStage } from './console.ts';

// People sign in with a real OpenID provider, in a real browser.

const orgId = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
const client = { clientId: 'errand', clientSecret: 'a secret of the client that is long enough' };

describe('single sign-on', { skip }, () => {
  let provider: OpenIdProvider;
  let stage: Stage;
  before(async () => {
    provider = await startOpenIdProvider({
      ...client,
      redirectUri: () => `${stage.harness.baseUrl}/sign-in/callback`,
      signedOutUri: () => `${stage.harness.baseUrl}/sign-in`,
    });
    stage = await startStage({
      ERRAND_OIDC_ISSUER: provider.issuer,
      ERRAND_OIDC_CLIENT_ID: client.clientId,
      ERRAND_OIDC_CLIENT_SECRET: client.clientSecret,
      ERRAND_OIDC_NAME: 'Acme Login',
      ERRAND_OIDC_CREATE_USERS: 'true',
      ERRAND_OIDC_ROLES: `staff=${orgId}:viewer, leads=${orgId}:admin`,
    });
    const { system } = stage.harness.database;
    await system.run(`insert into organizations (id, name) values ($1, 'Acme Fleet')`, [orgId]);
    await system.run('insert into credit_accounts (org_id, limited, balance) values ($1, false, 0)', [orgId]);
  });
  afterEach(() => stage.close());
  after(async () => {
    await stage?.stop();
    await provider?.stop();
  });

  /** Signs in from the sign-in page through the pages of the provider. */
  async function signIn(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Sign in with Acme Login' }).click();
    await page.locator('input[name=login]').fill(name);
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    // The consent page of the provider.
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  test('a new person signs in, has the role of their group, and signs out at the provider too', async () => {
    provider.people.set('ada', { email: 'ada@example.com', given_name: 'Ada', groups: ['leads'] });
    const page = await stage.open('/settings?tab=members', { credential: null });
    await signIn(page, 'ada');
    const row = page.getByRole('row', { name: /ada@example.com/ });
    await row.waitFor();
    assert.match(await row.innerText(), /identity provider/);
    assert.equal(new URL(page.url()).pathname, '/settings', 'where they wanted to go');
    await page.getByRole('tab', { name: 'Single sign-on' }).click();
    await page.getByText('reachable', { exact: true }).waitFor();
    await page.getByText(provider.issuer).waitFor();
    await page.getByRole('button', { name: /Acme Fleet/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: /Yes, sign me out/i }).click();
    await page.getByRole('button', { name: 'Sign in with Acme Login' }).click();
    await page.locator('input[name=login]').waitFor();
  });

  test('a person who cancels, or has no verified address, reads a sentence and can go back', async () => {
    provider.people.set('eve', { email: 'eve@example.com', email_verified: false });
    const page = await stage.open('/', { credential: null });
    // The window may come from another test, so the provider's session is removed.
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Sign in with Acme Login' }).click();
    await page.getByRole('link', { name: /Cancel/ }).click();
    await page.getByText(/did not let you in, or you cancelled/).waitFor();
    await page.getByRole('link', { name: 'Back to the sign-in page' }).click();
    await signIn(page, 'eve');
    await page.getByText(/has not verified your e-mail/).waitFor();
  });

  test('while the provider is down the page says so, and a password is enough', async () => {
    const person = { email: 'pat@example.com', password: 'a long password', role: 'member' };
    await addWithPassword(stage.harness, stage.org.orgId, person);
    await provider.stop();
    const isDown = () => stage.org.request('POST', '/v1/auth/sso/', {}).then(({ status }) => status === 503);
    await until(isDown, 'the server to notice');
    const page = await stage.open('/', { credential: null });
    await page.getByRole('button', { name: 'Sign in with Acme Login' }).click();
    await page.getByText('Acme Login cannot be reached').waitFor();
    await page.getByRole('tab', { name: 'E-mail and password' }).click();
    await page.getByLabel('E-mail', { exact: true }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: /Acme Research/ }).waitFor();
  });
});
