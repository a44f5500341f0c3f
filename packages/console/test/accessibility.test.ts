import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../server/test/harness.ts';
import { createCaseAgent } from '../../server/test/policies/cases.ts';
import { COLOR_RULES, seriousInBothThemes, seriousViolations } from './accessibility.ts';
import { faultsOf, type Stage, skip, startStage } from './console.ts';

/** How actions begin that change something. */
const CHANGES =
  /^(run|new (?!draft)|make|create|add|edit|delete|remove|retry|cancel|publish|promote|roll back|save|upload|resend|send|rotate|recover|revoke|rename|approve|correct|start|disable|enable|choose a)\b/i;

describe('every page', { skip }, () => {
  let stage: Stage;
  const paths: string[] = [];
  before(async () => {
    stage = await startStage();
    const { org } = stage;
    const create = async (path: string, body: unknown) => (await org.request('POST', path, body)).body;
    const agent = await create('/v1/agents/', {
      name: 'Order letter <b>&amp; مرحبا',
      engine_class_id: 'TemplateEngine',
      input_definitions: [
        { key: 'name', data_type: 'text/plain', description: 'Whom to greet', example: 'Ada' },
        { key: 'doc', data_type: 'application/pdf', description: 'A document', required: false },
      ],
      engine_config: { template: { greeting: 'Dear ${name}' } },
    });
    await create(`/v1/agents/${agent.id}/versions/`, {
      version_name: 'second',
      engine_config: { template: 'Dear ${name}!' },
    });
    const failing = await create('/v1/agents/', { name: 'Failing', engine_class_id: 'FailEngine' });
    const failed = await create(`/v1/agents/run/${failing.id}/async/`, {});
    for (const name of ['Ada', 'Grace']) await create(`/v1/agents/run/${agent.id}/`, { name });
    const job = await create(`/v1/agents/run/${agent.id}/async/`, { name: 'Edsger' });
    const batch = await create(`/v1/agents/run/${agent.id}/batches/`, {
      name: 'Friday',
      inputs: [{ name: 'a' }, { name: 'b' }],
    });
    const schedule = await create('/v1/schedules/', {
      name: 'Daily',
      agent_id: agent.id,
      cron: '@daily',
      inputs: { name: 'Ada' },
    });
    const trigger = await create('/v1/triggers/', {
      name: 'Orders',
      kind: 'http',
      agent_id: agent.id,
      mapping: { name: 'Ada' },
    });
    const set = await create('/v1/evaluation-sets/', { name: 'Letters', agent_id: agent.id });
    await create(`/v1/evaluation-sets/${set.id}/cases/`, { csv: 'name,expected.output\nAda,Dear Ada!' });
    const run = await create(`/v1/evaluation-sets/${set.id}/runs/`, {});
    const webhook = await create('/webhooks/', { name: 'ERP', url: 'http://127.0.0.1:9/hook' });
    const brief = 'Payouts of a marketplace to new bank accounts.';
    const knowledge = await create('/v1/knowledge-base/', { company: 'Acme <b>&amp; مرحبا', brief });
    const { policyId } = await createCaseAgent(org, 'ProductPolicyEngine', { baseline_verdicts: true });
    paths.push(
      '/',
      '/agents',
      '/agents/new',
      '/agents/new?engine=MultimodalExtractionEngine',
      `/agents/${agent.id}`,
      `/agents/${agent.id}?tab=versions`,
      `/agents/${agent.id}?tab=code`,
      `/agents/${agent.id}?tab=settings`,
      `/agents/${agent.id}/edit`,
      '/run',
      `/run/${agent.id}`,
      `/run/${agent.id}?job=${job}`,
      '/batches',
      `/batches/new?agent=${agent.id}`,
      `/batches/${batch.id}`,
      '/jobs',
      `/jobs/${job}`,
      `/jobs/${failed}`,
      '/policies',
      '/policies/new',
      `/policies/${policyId}?tab=agents`,
      '/knowledge',
      `/knowledge/${knowledge.id}`,
      '/schedules',
      '/schedules?create=true',
      `/schedules/${schedule.id}`,
      '/inbox',
      '/waits',
      '/waits?all=true',
      '/evaluations',
      `/evaluations/${set.id}`,
      `/evaluations/${set.id}?tab=cases`,
      `/evaluations/runs/${run.id}`,
      `/evaluations/${set.id}/compare?a=${run.id}&b=${run.id}`,
      '/triggers',
      '/triggers?create=true',
      `/triggers/${trigger.id}`,
      '/webhooks',
      `/webhooks/${webhook.id}`,
      `/webhooks/${webhook.id}?tab=agents`,
      `/webhooks/${webhook.id}?tab=settings`,
      `/webhooks/${webhook.id}?tab=signature`,
      '/sql',
      '/tables',
      '/usage',
      '/settings',
      '/settings?tab=members',
      '/settings?tab=audit',
      '/settings?tab=organization',
      '/settings?tab=secrets',
      '/settings?tab=account',
      '/system/health',
      '/nowhere',
    );
  });
  afterEach(() => stage?.close());
  after(() => stage?.stop());

  test('has no serious accessibility violation in light and dark, one heading, a title of its own, and breaks no policy', async () => {
    const page = await stage.open('/');
    const problems: string[] = [];
    for (const path of paths) {
      await visit(page, path);
      assert.equal(await page.locator('h1').count(), 1, path);
      assert.match(await page.title(), /. · Errand$/, path);
      for (const violation of await seriousInBothThemes(page)) problems.push(`${path}: ${violation}`);
    }
    assert.deepEqual(problems, []);
    assert.deepEqual(faultsOf(page), []);
  });

  test('has no serious violation of colors either when it is first loaded in the dark', async () => {
    const page = await stage.open('/', { theme: 'dark' });
    const problems: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      await page.locator('main h1').waitFor();
      await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
      for (const violation of await seriousViolations(page, COLOR_RULES)) problems.push(`${path}: ${violation}`);
    }
    assert.deepEqual(problems, []);
    assert.deepEqual(faultsOf(page), []);
  });

  test('offers a viewer nothing that would be refused', async () => {
    const page = await stage.open('/', { credential: await stage.org.keyWithRole('viewer') });
    const offered: string[] = [];
    for (const path of paths) {
      await visit(page, path);
      await page.getByText('viewer', { exact: true }).first().waitFor();
      const names = await page.locator('main').evaluate(enabledActions);
      for (const name of names) if (CHANGES.test(name)) offered.push(`${path}: ${name}`);
    }
    assert.deepEqual(offered, []);
  });

  test('to sign in has no serious violation either', async () => {
    const page = await stage.open('/sign-in', { credential: null });
    await page.getByRole('heading', { name: 'Sign in to Errand' }).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
  });

  test('can be used on a narrow screen without scrolling sideways', async () => {
    const page = await stage.open('/', { width: 360, height: 740 });
    for (const path of ['/', '/agents', paths[10]!]) {
      await page.goto(path);
      await page.locator('main h1').waitFor();
      const excess = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      // What is still being drawn may stick out for a moment.
      await until(async () => (await excess()) <= 0, `${path} to fit; it is ${await excess()} px too wide`);
    }
  });
});

/** Within the page, as a link would: a new document for each of them would take longer than looking at it. */
async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(`{
    const isSamePage = location.pathname === ${JSON.stringify(path.split('?')[0])};
    if (!isSamePage) document.querySelector('main h1')?.setAttribute('data-before', '');
    history.pushState({}, '', ${JSON.stringify(path)});
  }`);
  await page.locator('main h1:not([data-before])').waitFor();
  await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
}

/** Names of links and buttons that can be pressed. Runs in the page. */
function enabledActions(main: any): string[] {
  return [...main.querySelectorAll('a[href], button')]
    .filter((one) => !one.disabled && one.getAttribute('aria-disabled') !== 'true' && one.checkVisibility())
    .map((one) => (one.getAttribute('aria-label') ?? one.innerText).trim());
}
