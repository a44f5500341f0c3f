import type { Page } from 'playwright-core';
import { EngineFailure } from '../../engine/engine.ts';
import type { Visit } from './browser.ts';

const LOAD_MS = 25_000;
/** Scripts get so long to fill the page once it is there. */
const SETTLE_MS = 3_000;

/** Loads an address in the browser and waits until its scripts are done, within reason. */
export async function openAddress({ page, refused }: Visit, url: string): Promise<void> {
  // Only the internet: file:, chrome: and the like are the machine's own.
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
  // What the proxy refuses comes as an answer of its own; it must not pass for the page.
  const reason = refused().find((line) => line.startsWith(page.url()));
  if (reason !== undefined) throw new EngineFailure(`This cannot be opened. ${reason}`);
  await settle(page);
}

export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: SETTLE_MS }).catch(() => undefined);
}
