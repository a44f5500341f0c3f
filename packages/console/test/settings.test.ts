import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { errand, startErrand } from '../../cli/test/cli.ts';
import { request, until } from '../../server/test/harness.ts';
import { addWithPassword } from '../../server/test/people.ts';
import { seriousInBothThemes } from './accessibility.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('settings', { skip }, () => {
  const stage = withStage();

  test('a secret is created, replaced and deleted, and its value is nowhere on the page', async () => {
    const page = await stage.open('/settings?tab=secrets');
    await page.getByRole('button', { name: 'Create secret' }).first().click();
    let dialog = page.getByRole('dialog', { name: 'Create secret' });
    await dialog.getByLabel('Name').fill('BILLING_TOKEN');
    await dialog.getByLabel('Value').fill('tk_live_canary');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('BILLING_TOKEN is set').waitFor();
    await page.getByRole('cell', { name: 'BILLING_TOKEN', exact: true }).waitFor();
    assert.ok(!(await page.content()).includes('tk_live_canary'));
    await page.getByRole('button', { name: 'Replace BILLING_TOKEN' }).click();
    dialog = page.getByRole('dialog', { name: 'Replace BILLING_TOKEN' });
    await dialog.getByLabel('Value').fill('x'.repeat(20));
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Delete BILLING_TOKEN' }).click();
    const question = page.getByRole('dialog', { name: 'Delete BILLING_TOKEN?' });
    await question.getByRole('button', { name: 'Delete secret' }).click();
    await page.getByText('Secret deleted').waitFor();
    assert.equal((await stage.org.request('GET', '/v1/secrets/')).body.count, 0);
    assert.deepEqual(faultsOf(page), []);
  });

  test('a connection is made from its schema, tested, changed with its secret kept, and deleted', async () => {
    const page = await stage.open('/settings?tab=connections');
    await page.getByRole('button', { name: 'Create connection' }).first().click();
    let dialog = page.getByRole('dialog', { name: 'Create connection' });
    await dialog.getByLabel('Name', { exact: true }).fill('Billing');
    // A private address, to which nothing is sent.
    await dialog.getByLabel('Base address').fill('https://127.0.0.1');
    await dialog.locator('select[name="auth_config.type"]').selectOption('bearer');
    await dialog.getByLabel(/^Token(?! address)/).fill('tk_live_canary');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Billing is saved').waitFor();
    await page.getByRole('button', { name: 'Test Billing' }).click();
    await page.getByText('Billing does not work').waitFor();
    await page.getByText('error', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Edit Billing' }).click();
    dialog = page.getByRole('dialog', { name: 'Edit Billing' });
    await dialog.getByLabel('Name', { exact: true }).fill('Invoices');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Invoices is saved').waitFor();
    const { body } = await stage.org.request('GET', '/v1/connections/');
    const { auth_config: auth } = (await stage.org.request('GET', `/v1/connections/${body.results[0].id}/`)).body;
    assert.deepEqual(auth, { type: 'bearer', token: '********' });
    assert.ok(!(await page.content()).includes('tk_live_canary'));
    await page.getByRole('button', { name: 'Delete Invoices' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Invoices?' });
    await question.getByRole('button', { name: 'Delete connection' }).click();
    await page.getByText('Connection deleted').waitFor();
    assert.equal((await stage.org.request('GET', '/v1/connections/')).body.count, 0);
    // The failed test is a 400, which the browser logs by itself.
    assert.deepEqual(
      faultsOf(page).filter((fault) => !/400/.test(fault)),
      [],
    );
  });

  test('errand login is confirmed by a person: the terminal gets a key that may do what was chosen', async (context) => {
    const { org, harness } = stage;
    const person = { email: 'lin@example.com', password: 'correct horse battery', role: 'member' };
    await addWithPassword(harness, org.orgId, person);
    const home = await mkdtemp(join(tmpdir(), 'errand-login-'));
    context.after(() => rm(home, { recursive: true }));
    const env = { XDG_CONFIG_HOME: home };
    const login = startErrand(['login', harness.baseUrl, '--no-open'], env);
    context.after(() => login.send('SIGKILL'));
    const address = await until(async () => /http\S+\/login\?code=\S+/.exec(login.said.stderr)?.[0], 'the address');

    const page = await stage.open(address, { credential: null });
    await page.getByRole('tab', { name: 'E-mail and password' }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill(person.email);
    await page.locator('input[name=password]').fill(person.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in a terminal' }).waitFor();
    await page.getByText(new URL(address).searchParams.get('code')!, { exact: true }).waitFor();
    await page.getByText(/^errand of .+ on/).waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.getByRole('combobox', { name: 'Role' }).click();
    assert.deepEqual(await page.getByRole('option').allTextContents(), ['viewer', 'analyst', 'approver', 'member']);
    await page.getByRole('option', { name: 'viewer' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The terminal is signed in within seconds.', { exact: false }).waitFor();
    assert.equal(await login.exit, 0, login.said.stderr);
    assert.match(login.said.stdout, /lin@example\.com/);
    assert.equal((await errand(['agents', 'list'], env)).code, 0);
    assert.deepEqual(faultsOf(page), []);

    // The code was used: the page says so and accepts another one.
    await page.goto(address);
    await page.getByText('No program is waiting for this code').waitFor();
    await page.getByLabel('Code').fill('bbbb cccc');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/code=bbbb/);
    await page.getByText('No program is waiting for this code').waitFor();
  });

  test('a person ends other sessions, changes the password, and signing out ends the token', async () => {
    const { org, harness } = stage;
    const person = { email: 'ada@example.com', password: 'correct horse battery', role: 'member' };
    await addWithPassword(harness, org.orgId, person);
    const signIn = async (): Promise<string> =>
      (await request(harness.baseUrl, undefined, 'POST', '/v1/auth/login/', person)).body.token;
    const works = async (token: string): Promise<boolean> =>
      (await request(harness.baseUrl, token, 'GET', '/v1/users/current_user/')).status === 200;
    const elsewhere = await signIn();
    const page = await stage.open('/settings?tab=account', { credential: null });
    await page.getByRole('tab', { name: 'E-mail and password' }).click();
    await page.getByLabel('E-mail', { exact: true }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('this one').waitFor();
    await page.getByRole('button', { name: /^End the session of/ }).click();
    await page.getByText('Session ended').waitFor();
    assert.equal(await works(elsewhere), false);

    const another = await signIn();
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await dialog.getByLabel('Current password').fill('wrong');
    await dialog.getByLabel('New password').fill('a better password');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByText('Is not the current password.').waitFor();
    await dialog.getByLabel('Current password').fill(person.password);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').waitFor();
    assert.equal(await works(another), false);

    const token = await page.evaluate<string>(`JSON.parse(localStorage.getItem('errand.session')).credential`);
    assert.ok(await works(token));
    await page.getByRole('button', { name: 'Organization and account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Errand' }).waitFor();
    assert.equal(await works(token), false);
    assert.deepEqual(faultsOf(page), []);
  });

  test('the documentation and the viewer of the API are drawn without breaking their policies', async () => {
    const page = await stage.open('/docs/', { credential: null });
    await page.getByRole('searchbox').fill('signature');
    await page.getByRole('searchbox').press('Enter');
    await page
      .getByRole('link', { name: /^Webhooks/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.setViewportSize({ width: 390, height: 800 });
    for (const path of ['/docs/webhooks/', '/docs/errors/', '/docs/reference/jobs/']) {
      await page.goto(path);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, path);
    }
    assert.deepEqual(faultsOf(page), []);
    await page.setViewportSize({ width: 1440, height: 900 });
    // An old address, from when the viewer was at /docs/.
    await page.goto('/docs/#tag/jobs');
    await page.waitForURL(/\/docs\/api\//);
    await page.getByText('Retrieve a job').first().waitFor();
    assert.deepEqual(faultsOf(page), []);
  });
});
