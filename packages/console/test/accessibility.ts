import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All that a theme can change. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** The page as it is, and the same page in the dark. */
export async function seriousInBothThemes(page: Page): Promise<string[]> {
  const light = await seriousViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await seriousViolations(page, COLOR_RULES);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((violation) => `dark: ${violation}`)];
}

/** What axe finds serious or critical on the page as it is now, a line each. By all rules, or by some. */
export async function seriousViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // As a string it goes past the Content-Security-Policy of the page, which lets in no foreign script.
  if (await page.evaluate<boolean>('window.axe === undefined')) await page.evaluate(axe);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  return page.evaluate<string[]>(`(async () => {
    const { violations } = await window.axe.run(document, ${JSON.stringify(options)});
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' | '));
  })()`);
}
