import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose results depend on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Returns only violations of serious or critical impact, for intermediate states of a flow. */
export const seriousInBothThemes = async (page: Page): Promise<string[]> =>
  (await violationsInBothThemes(page)).filter((violation) => /\((serious|critical)\):/.test(violation));

/** Checks the page in its current theme and in the other one. */
export async function violationsInBothThemes(page: Page, current: 'light' | 'dark' = 'light'): Promise<string[]> {
  const other = current === 'light' ? 'dark' : 'light';
  const violations = await violationsOf(page);
  await page.emulateMedia({ colorScheme: other });
  const ofColors = await violationsOf(page, { runOnly: COLOR_RULES });
  await page.emulateMedia({ colorScheme: current });
  return [...violations, ...ofColors.map((violation) => `${other}: ${violation}`)];
}

/** Judging colours takes as long as all other rules together. */
export const violationsBesideColors = (page: Page): Promise<string[]> =>
  violationsOf(page, { rules: Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }])) });

/** Returns axe's violations on the current page, one line each, by all rules or those of its options. */
export async function violationsOf(page: Page, rules: object = {}): Promise<string[]> {
  // Evaluated as a string, which bypasses the page's Content-Security-Policy.
  if (await page.evaluate<boolean>('window.axe === undefined')) await page.evaluate(axe);
  const options = { resultTypes: ['violations'], ...rules };
  return page.evaluate<string[]>(`(async () => {
    const { violations } = await window.axe.run(document, ${JSON.stringify(options)});
    return violations
      .map(({ id, impact, nodes }) => id + ' (' + impact + '): ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' | '));
  })()`);
}
