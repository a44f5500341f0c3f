import type { Page } from 'playwright-core';
import { EngineFailure } from '../../engine/engine.ts';
import type { Visit } from './browser.ts';

const LOAD_MS = 25_000;
/** Time for scripts to fill the page once it has loaded. */
const SETTLE_MS = 3_000;

/** Loads an address in the browser and waits for its scripts, with a timeout. */
export async function openAddress({ page, refused }: Visit, url: string): Promise<void> {
  // file:, chrome: and the like would expose the machine.
  if (!/^https?:\/\//i.test(url)) throw new EngineFailure('Only http and https addresses can be opened.');
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded', timeout: LOAD_MS });
  } catch (cause) {
    const [reason] = refused();
    throw new EngineFailure(
      `${url.slice(0, 200)} could not be opened in the browser.${reason === undefined ? '' : ` ${reason}`}`,
      { retry: reason === undefined, cause },
    );
  }
  // A refusal by the proxy arrives as a response and must not pass for the page.
  const reason = refused().find((line) => line.startsWith(page.url()));
  if (reason !== undefined) throw new EngineFailure(`This cannot be opened. ${reason}`);
  await settle(page);
}

export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: SETTLE_MS }).catch(() => undefined);
}
