import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { createAgent, startJob, untilFinal } from '../../server/test/runs.ts';
import { joinService } from '../../server/test/services.ts';
import { faultsOf, skip, withStage } from './console.ts';
import { createServerProcess } from './server-process.ts';

const MARKUP = "<img src=x onerror=\"document.title='hacked'\"><script>document.title='hacked'</script>";

describe('when things go wrong', { skip }, () => {
  const stage = withStage();
  let agentId: string;
  before(async () => {
    const agent = await stage.org.request('POST', '/v1/agents/', {
      name: `Evil ${MARKUP}`,
      engine_class_id: 'EchoEngine',
      input_definitions: [{ key: 'text', data_type: 'text/plain', description: MARKUP }],
    });
    agentId = agent.body.id;
  });

  test('names and outputs with scripts in them are shown and never run', async () => {
    const page = await stage.open(`/run/${agentId}`);
    await page.getByRole('textbox', { name: /^text/ }).fill(MARKUP);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Succeeded', { exact: true }).first().waitFor();
    await page.getByText(MARKUP).last().waitFor();
    await page.goto('/agents');
    await page.getByText('Evil <img src=x').waitFor();
    assert.doesNotMatch(await page.title(), /hacked/);
    assert.equal(await page.locator('img[src=x]').count(), 0);
    assert.deepEqual(faultsOf(page), []);
  });

  test('a server that is killed and started again: the page says so and goes on, nothing is lost or done twice', async () => {
    const { harness, org } = stage;
    const letter = await createAgent(org, 'TemplateEngine', {
      inputs: [{ key: 'name' }],
      config: { template: 'Dear ${name}' },
    });
    const sleeper = await createAgent(org, 'SleepEngine', { config: { ms: 2_000 } });
    const server = await createServerProcess(harness);
    const newer = await mkdtemp(join(tmpdir(), 'errand-console-'));
    try {
      await server.start();
      // The job runs in another process, as in workers, and ends while the page is disconnected.
      const job = await startJob(org, sleeper.id, {});
      const page = await stage.open(`${server.url}/run/${letter.id}?job=${job}`);
      await page.getByRole('textbox', { name: /^name/ }).fill('Ada');
      await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
      await server.kill();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('alert').getByText('The server cannot be reached.').first().waitFor();
      await page.getByRole('status').getByText('Reconnecting').waitFor();
      await untilFinal(org, job);
      // The server comes back with another console.
      await writeFile(
        join(newer, 'index.html'),
        '<script type="module" crossorigin src="/assets/index-newer.js"></script>',
      );
      await server.start({ ERRAND_CONSOLE_DIR: newer });
      await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
      await page.getByText('slept').waitFor();
      assert.equal(await page.getByRole('textbox', { name: /^name/ }).inputValue(), 'Ada');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByText('Dear Ada').waitFor();
      await page.getByText('The server was updated.').waitFor();
      assert.equal((await org.request('GET', `/v1/agents/${letter.id}/jobs/`)).body.count, 1);
      assert.deepEqual(faultsOf(page), []);
    } finally {
      await server.kill();
      await rm(newer, { recursive: true });
    }
  });

  test('too many requests: the page waits as long as it is told and goes on, or says how long to wait', async () => {
    const env = { ERRAND_RATE_LIMIT: '3', ERRAND_CONSOLE_DIR: join(import.meta.dirname, '../dist') };
    const limited = await joinService(stage.harness, { role: 'api', env });
    try {
      const page = await stage.open(`${limited.service.address()}/agents`);
      const refused: string[] = [];
      page.on('response', (response) => response.status() === 429 && refused.push(response.url()));
      for (const name of ['Home', 'Agents', 'Batches', 'Agents']) {
        await page.getByRole('link', { name, exact: true }).click();
        await page.getByRole('heading', { name, level: 1 }).waitFor();
      }
      await page.getByText('Evil <img').waitFor();
      assert.ok(refused.length > 0, 'the limit was met');
      const alerts = await page.getByRole('alert').allInnerTexts();
      assert.ok(alerts.every((text) => /Too many requests/.test(text)));
    } finally {
      await limited.stop();
    }
    const page = await stage.open('/sign-in', { credential: null });
    const body = { email: 'nobody@example.com', password: 'wrong' };
    for (let tries = 0; tries < 10; tries++) await stage.org.request('POST', '/v1/auth/login/', body);
    await page.getByRole('tab', { name: 'E-mail and password' }).click();
    await page.getByLabel('E-mail', { exact: true }).fill(body.email);
    await page.getByLabel('Password', { exact: true }).fill(body.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(/Too many attempts to sign in. Try again in \d+ seconds/).waitFor();
  });

  test('a network that goes away is noticed, and the page goes on by itself when it is back', async () => {
    const page = await stage.open('/agents');
    await page.getByRole('status').getByText('Live').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Batches' }).click();
    await page
      .getByRole('status')
      .getByText(/Offline|Reconnecting/)
      .waitFor();
    await page.context().setOffline(false);
    await page.getByRole('status').getByText('Live').waitFor();
    await page.getByText('No batches yet').waitFor();
  });

  test('a credential that ends in the middle asks to sign in again, and what was typed is still there', async () => {
    const { org } = stage;
    const key = await org.request('POST', `/v1/organizations/${org.orgId}/api-keys/`, {
      name: 'short',
      role: 'member',
    });
    const page = await stage.open(`/run/${agentId}`, { credential: key.body.api_key });
    await page.getByRole('textbox', { name: /^text/ }).fill('a long text that nobody wants to type twice');
    await org.request('DELETE', `/v1/organizations/${org.orgId}/api-keys/${key.body.id}/`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('API key').last().fill(org.apiKey);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.match(await page.getByRole('textbox', { name: /^text/ }).inputValue(), /nobody wants to type twice/);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Succeeded', { exact: true }).first().waitFor();
  });

  test('a slow network shows that something is coming, and a second press sends nothing twice', async () => {
    const page = await stage.open(`/run/${agentId}`);
    await page.getByRole('textbox', { name: /^text/ }).fill('slow');
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let starts = 0;
    await page.route(/\/async\/$|\/v1\/agents\/batches/, async (route) => {
      starts += route.request().method() === 'POST' ? 1 : 0;
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('button[aria-busy=true]', { hasText: 'Run' }).waitFor();
    await page.getByRole('textbox', { name: /^text/ }).press('Control+Enter');
    await page.getByRole('link', { name: 'Batches' }).click();
    await page.getByText('Loading', { exact: true }).waitFor();
    release();
    await page.getByText('No batches yet').waitFor();
    assert.equal(starts, 1);
  });

  test('signing out in one tab empties the others; an organization is chosen for each tab by itself', async () => {
    const page = await stage.open('/agents');
    await page.getByText('Evil <img').waitFor();
    await page.goto(`/agents/${agentId}/edit`);
    await page.getByLabel('Name of the version').fill('secret plans');
    const second = await page.context().newPage();
    await second.goto('/agents');
    await second.getByText('Evil <img').waitFor();
    await page.getByRole('button', { name: 'Organization and account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page
      .getByRole('dialog', { name: 'Sign out and discard your drafts?' })
      .getByRole('button', { name: 'Sign out' })
      .click();
    await page.getByRole('heading', { name: 'Sign in to Errand' }).waitFor();
    await second.getByRole('heading', { name: 'Sign in to Errand' }).waitFor();
    assert.equal(await second.getByText('Evil').count(), 0);
    const left = await page.evaluate<string[]>(
      'Object.keys({ ...localStorage, ...sessionStorage }).filter((name) => name.startsWith("errand."))',
    );
    assert.deepEqual(left, []);
    await page.goBack();
    await page.getByRole('heading', { name: 'Sign in to Errand' }).waitFor();
  });

  test('a page that does not exist or is not allowed says so inside the shell', async () => {
    const page = await stage.open('/agents/01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d');
    await page.getByRole('alert').getByText('No agent with this id.').waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.goto('/no/such/page');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    assert.equal(await page.getByRole('navigation', { name: 'Main' }).count(), 1);
  });

  test('a draft that two tabs edit tells each of the other', async () => {
    const page = await stage.open(`/agents/${agentId}/edit`);
    await page.getByLabel('Name of the version').waitFor();
    const second = await page.context().newPage();
    await second.goto(`/agents/${agentId}/edit`);
    await second.getByLabel('Name of the version').fill('from the second tab');
    await page.getByText('This draft was changed in another tab.').waitFor();
    await page.getByRole('button', { name: 'Load the other draft' }).click();
    assert.equal(await page.getByLabel('Name of the version').inputValue(), 'from the second tab');
  });

  test('the chosen theme is kept', async () => {
    const page = await stage.open('/');
    await page.getByRole('button', { name: 'Theme: system. Switch to light' }).click();
    await page.getByRole('button', { name: 'Theme: light. Switch to dark' }).click();
    const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    assert.equal(await background(), 'rgb(18, 17, 15)');
    await page.reload();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    assert.equal(await background(), 'rgb(18, 17, 15)');
  });
});
