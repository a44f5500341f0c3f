import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../server/test/harness.ts';
import { seriousViolations } from './accessibility.ts';
import { faultsOf, type Stage, skip, startStage } from './console.ts';

/** All that a theme can change. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

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
    const webhook = await create('/webhooks/', { name: 'ERP', url: 'http://127.0.0.1:9/hook' });
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
      '/webhooks',
      `/webhooks/${webhook.id}`,
      '/sql',
      '/tables',
      '/usage',
      '/settings',
      '/system/health',
      '/nowhere',
    );
  });
  after(() => stage?.stop());

  for (const theme of ['light', 'dark'] as const) {
    test(`has no serious accessibility violation in ${theme}, one heading, a title of its own, and breaks no policy`, async () => {
      const page = await stage.open('/', { theme });
      const problems: string[] = [];
      for (const path of paths) {
        await page.goto(path);
        await page.locator('main h1').waitFor();
        await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
        assert.equal(await page.locator('h1').count(), 1, path);
        assert.match(await page.title(), /. · Errand$/, path);
        for (const violation of await seriousViolations(page, theme === 'light' ? undefined : COLOR_RULES))
          problems.push(`${path} ${violation}`);
      }
      assert.deepEqual(problems, []);
      assert.deepEqual(faultsOf(page), []);
    });
  }

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

  test('an agent is found, run and its result read with the keyboard alone', async () => {
    const page = await stage.open('/agents');
    await page
      .getByRole('link', { name: /^Order letter/ })
      .first()
      .waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('order');
    await page.waitForURL(/search=order/);
    await tabTo(page, /^Run Order letter/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Run Order letter/, level: 1 }).waitFor();
    await tabTo(page, /^name/);
    await page.keyboard.type('Margaret');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Dear Margaret!').waitFor();
  });
});

/** Presses Tab until what has the focus is called that. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const focused = (await page.evaluate(
      `(() => { const one = document.activeElement; return one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText ?? ''; })()`,
    )) as string;
    if (name.test(focused.trim())) return;
  }
  assert.fail(`Tab does not reach ${name}`);
}
