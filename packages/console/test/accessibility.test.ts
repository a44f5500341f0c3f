import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { until } from '../../server/test/harness.ts';
import { COLOR_RULES, violationsInBothThemes, violationsOf } from './accessibility.ts';
import { faultsOf, skip, withStage } from './console.ts';
import { createEveryPage, visit } from './every-page.ts';

/** The first words of actions that change something. The record of a bulk action has its name and number of jobs. */
const CHANGES =
  /^(run(?! again: \d+ jobs?$)|new (?!draft)|make|create|add|edit|delete|remove|retry|cancel|publish|promote|roll back|save|upload|resend|send|rotate|recover|revoke|rename|approve|correct|start|disable|enable|choose a)\b/i;

describe('every page', { skip }, () => {
  const stage = withStage();
  let paths: string[] = [];
  before(async () => {
    paths = await createEveryPage(stage.org);
  });

  test('has no accessibility violation in light and dark, one heading, a title of its own, and breaks no policy', async () => {
    const page = await stage.open('/');
    const problems: string[] = [];
    for (const path of paths) {
      await visit(page, path);
      assert.equal(await page.locator('h1').count(), 1, path);
      assert.match(await page.title(), /. · Errand$/, path);
      for (const violation of await violationsInBothThemes(page)) problems.push(`${path}: ${violation}`);
    }
    assert.deepEqual(problems, []);
    assert.deepEqual(faultsOf(page), []);
  });

  for (const width of [1440, 1024, 390]) {
    test(`moves nothing while it loads at ${width} pixels, and has no violation of colors when it is first loaded in the dark`, async () => {
      const page = await stage.open('/', { theme: 'dark', width, height: width < 600 ? 844 : 900 });
      await page.addInitScript(COUNT_SHIFTS);
      const problems: string[] = [];
      for (const path of paths) {
        await page.goto(path);
        await page.locator('main h1').waitFor();
        await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
        if (width === 1440) {
          for (const violation of await violationsOf(page, COLOR_RULES)) problems.push(`${path}: ${violation}`);
        }
        const shift = await page.evaluate<number>('window.shift');
        if (shift >= SHIFT_MAX) problems.push(`${path} moves by ${shift}: ${await page.evaluate('window.shifted')}`);
      }
      assert.deepEqual(problems, []);
      assert.deepEqual(faultsOf(page), []);
    });
  }

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

  test('to sign in has no violation either', async () => {
    const page = await stage.open('/sign-in', { credential: null });
    await page.getByRole('heading', { name: 'Sign in to Errand' }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
  });

  for (const width of [390, 1024]) {
    test(`shows all of itself at ${width} pixels: nothing is wider than the screen, no list scrolls sideways, no violation`, async () => {
      const page = await stage.open('/', { width, height: 800 });
      const problems: string[] = [];
      for (const path of paths) {
        await visit(page, path);
        const excess = () => page.evaluate<string[]>(sticksOut);
        // Content that is still being laid out may overflow for a moment.
        await until(async () => (await excess()).length === 0, `${path} to fit; too wide: ${await excess()}`);
        // Colours at this width are those of the wide page.
        const violations = width === 390 ? await violationsInBothThemes(page) : await violationsOf(page);
        for (const violation of violations) problems.push(`${path}: ${violation}`);
      }
      assert.deepEqual(problems, []);
    });
  }
});

/** A larger layout shift is noticed as a jump. */
const SHIFT_MAX = 0.05;

const COUNT_SHIFTS = `
  window.shift = 0;
  window.shifted = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      window.shift += entry.value;
      for (const { node } of entry.sources)
        window.shifted.push((node?.nodeName ?? '') + ' ' + (node?.textContent ?? '').slice(0, 40));
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Finds a page or list that must be scrolled sideways. Runs in the page. */
const sticksOut = `[
  ...(document.documentElement.scrollWidth > innerWidth ? ['the page'] : []),
  ...[...document.querySelectorAll('section:has(> table.as-cards)')]
    .filter((frame) => frame.checkVisibility() && frame.scrollWidth > frame.clientWidth + 1)
    .map((frame) => frame.getAttribute('aria-label') + ' by ' + (frame.scrollWidth - frame.clientWidth)),
]`;

/** Returns the names of enabled links and buttons. Runs in the page. */
function enabledActions(main: any): string[] {
  return [...main.querySelectorAll('a[href], button')]
    .filter((one) => !one.disabled && one.getAttribute('aria-disabled') !== 'true' && one.checkVisibility())
    .map((one) => (one.getAttribute('aria-label') ?? one.innerText).trim());
}
