import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All that a theme can change. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Of serious or critical impact only, in states of a page that one flow passes through. */
export const seriousInBothThemes = async (page: Page): Promise<string[]> =>
  (await violationsInBothThemes(page)).filter((violation) => /\((serious|critical)\):/.test(violation));

/** The page as it is, and the same page in the dark. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const light = await violationsOf(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violationsOf(page, COLOR_RULES);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((violation) => `dark: ${violation}`)];
}

/** What axe finds on the page as it is now, of any impact, a line each. By all rules, or by some. */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  // As a string it goes past the Content-Security-Policy of the page, which lets in no foreign script.
  if (await page.evaluate<boolean>('window.axe === undefined')) await page.evaluate(axe);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  return page.evaluate<string[]>(`(async () => {
    const { violations } = await window.axe.run(document, ${JSON.stringify(options)});
    return violations
      .map(({ id, impact, nodes }) => id + ' (' + impact + '): ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' | '));
  })()`);
}
