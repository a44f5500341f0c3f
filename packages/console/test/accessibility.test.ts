import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { until } from '../../server/test/harness.ts';
import { COLOR_RULES, seriousInBothThemes, seriousViolations } from './accessibility.ts';
import { faultsOf, type Stage, skip, startStage } from './console.ts';
import { createEveryPage, visit } from './every-page.ts';

/** How actions begin that change something. */
const CHANGES =
  /^(run|new (?!draft)|make|create|add|edit|delete|remove|retry|cancel|publish|promote|roll back|save|upload|resend|send|rotate|recover|revoke|rename|approve|correct|start|disable|enable|choose a)\b/i;

describe('every page', { skip }, () => {
  let stage: Stage;
  let paths: string[] = [];
  before(async () => {
    stage = await startStage();
    paths = await createEveryPage(stage.org);
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

/** Names of links and buttons that can be pressed. Runs in the page. */
function enabledActions(main: any): string[] {
  return [...main.querySelectorAll('a[href], button')]
    .filter((one) => !one.disabled && one.getAttribute('aria-disabled') !== 'true' && one.checkVisibility())
    .map((one) => (one.getAttribute('aria-label') ?? one.innerText).trim());
}
