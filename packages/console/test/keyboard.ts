import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

// Helpers that only use the keyboard, as people without a mouse do.

const TRIES = 8;

/** Moves the focus to it with Tab and Shift Tab. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const steps = await target.evaluate(stepsTo);
    if (steps === 0) return;
    const key = steps > 0 ? 'Tab' : 'Shift+Tab';
    for (let left = Math.abs(steps); left > 0; left--) await page.keyboard.press(key);
  }
  const reached = await page.evaluate('document.activeElement.outerHTML.slice(0, 200)');
  assert.fail(`Tab does not reach ${target}, but ${reached}`);
}

/** Tabs to it and presses Enter. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Tabs to a field and replaces its text. */
export async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** Opens a list of choices and moves to the one with this name. */
export async function choose(page: Page, target: Locator, name: string | RegExp): Promise<void> {
  await press(page, target);
  await walkTo(page, page.getByRole('option', { name }));
}

/** Opens a menu and moves to the item with this name. */
export async function select(page: Page, target: Locator, name: string | RegExp): Promise<void> {
  await press(page, target);
  await walkTo(page, page.getByRole('menuitem', { name }));
}

async function walkTo(page: Page, item: Locator): Promise<void> {
  await item.waitFor();
  await page.keyboard.press('Home');
  for (let presses = 0; presses < 40; presses++) {
    if ((await item.getAttribute('data-highlighted')) !== null) return page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
  }
  assert.fail(`the arrows do not reach ${item}`);
}

/** Chooses a file with the button that opens the system's file dialog. */
export async function chooseFile(
  page: Page,
  target: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await tabTo(page, target);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chooser.setFiles(file);
}

/** Counts the presses of Tab (or Shift Tab, if negative) from the focus to the element. Runs in the page. */
function stepsTo(target: any): number {
  const { document } = globalThis as unknown as { document: any };
  const active = document.activeElement;
  if (active === target || target.contains(active)) return 0;
  const kinds = 'a[href], button, input, select, textarea, summary, [tabindex]';
  const stops: any[] = [...document.querySelectorAll('*')].filter(
    (one) =>
      // An element with a shadow root has its tab stop inside.
      ((one.matches(kinds) && one.tabIndex >= 0) || one.shadowRoot !== null) &&
      !one.disabled &&
      one.checkVisibility({ visibilityProperty: true }) &&
      !one.closest('[inert]'),
  );
  const isAfter = (one: any, other: any): boolean => (one.compareDocumentPosition(other) & 4) !== 0;
  const index = stops.findIndex((one) => one === target || target.contains(one));
  if (index < 0) return 1;
  const here = stops.indexOf(active);
  if (here >= 0) return index - here || 1;
  const before = stops.filter((one) => !isAfter(active, one)).length;
  return index >= before ? index - before + 1 : index - before;
}
