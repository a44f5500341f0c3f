import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../server/test/harness.ts';
import { violationsBesideColors, violationsInBothThemes, violationsOf } from './accessibility.ts';
import { faultsOf, type OpenOptions, type Stage, skip, withStage } from './console.ts';
import { createEveryPage, visit } from './every-page.ts';

/** The first words of actions that change something. The record of a bulk action has its name and number of jobs. */
const CHANGES =
  /^(run(?! again: \d+ jobs?$)|new (?!draft)|make|create|add|edit|delete|remove|retry|cancel|publish|promote|roll back|save|upload|resend|send|rotate|recover|revoke|rename|approve|correct|start|disable|enable|choose a)\b/i;

/**
 * The wide window is looked at in both themes, the narrow one, which has parts of its own, in light. The colours at 1024
 * pixels are those of the wide window. Judging colours takes as long as all other rules together.
 */
const LOOKS = [
  { width: 1440, themes: 'light and dark', look: (page: Page) => violationsInBothThemes(page) },
  { width: 1024, themes: 'its structure', look: violationsBesideColors },
  { width: 390, themes: 'light', look: (page: Page) => violationsOf(page) },
];

describe('every page', { skip }, () => {
  const stage = withStage();
  let paths: string[] = [];
  before(async () => {
    paths = await createEveryPage(stage.org);
  });

  for (const { width, themes, look } of LOOKS) {
    test(`shows all of itself at ${width} pixels, moves nothing while it loads, and has no violation in ${themes}, nor breaks a policy`, async () => {
      const problems: string[] = [];
      const size = { width, height: width < 600 ? 844 : 900 };
      await inWindows(stage, paths, size, async (page, path) => {
        const report = (problem: string) => problems.push(`${path} ${problem}`);
        await page.goto(path);
        await page.locator('main h1').waitFor();
        await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
        const shift = await page.evaluate<number>('window.shift');
        if (shift >= SHIFT_MAX) report(`moves by ${shift}: ${await page.evaluate('window.shifted')}`);
        // Content that is still being laid out may overflow for a moment.
        const excess = () => page.evaluate<string[]>(sticksOut);
        const fits = await until(async () => (await excess()).length === 0, 'it to fit').catch(() => false);
        if (!fits) report(`is too wide: ${await excess()}`);
        const headings = await page.locator('h1').count();
        if (headings !== 1) report(`has ${headings} headings of the first level`);
        const title = await page.title();
        if (!/. · Errand$/.test(title)) report(`has the title ${title}`);
        for (const violation of await look(page)) report(violation);
        for (const fault of faultsOf(page)) report(fault);
      });
      assert.deepEqual([...new Set(problems)], []);
    });
  }

  test('offers a viewer nothing that would be refused', async () => {
    const offered: string[] = [];
    const viewer = { credential: await stage.org.keyWithRole('viewer') };
    await inWindows(stage, paths, viewer, async (page, path) => {
      await visit(page, path);
      await page.getByText('viewer', { exact: true }).first().waitFor();
      const names = await page.locator('main').evaluate(enabledActions);
      for (const name of names) if (CHANGES.test(name)) offered.push(`${path}: ${name}`);
    });
    assert.deepEqual(offered, []);
  });

  test('to sign in has no violation either', async () => {
    const page = await stage.open('/sign-in', { credential: null });
    await page.getByRole('heading', { name: 'Sign in to Errand' }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
  });
});

/**
 * Looks at each page in one of two windows. While one waits for the server, the other computes: on two processors this
 * takes two thirds of the time.
 */
async function inWindows(
  stage: Stage,
  paths: readonly string[],
  options: OpenOptions,
  look: (page: Page, path: string) => Promise<void>,
): Promise<void> {
  const left = [...paths];
  const pages = [await stage.open('/', options), await stage.open('/', options)];
  await Promise.all(
    pages.map(async (page) => {
      await page.addInitScript(COUNT_SHIFTS);
      for (let path = left.shift(); path !== undefined; path = left.shift()) await look(page, path);
    }),
  );
}

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
