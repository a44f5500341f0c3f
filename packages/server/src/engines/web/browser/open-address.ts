import type { Page } from 'playwright-core';
import { EngineFailure } from '../../engine/engine.ts';
import type { Visit } from './browser.ts';

const LOAD_MS = 25_000;
/** Time for scripts to fill the page once it has loaded. */
const SETTLE_MS = 3_000;

/** Thrown if the browser is at an address that the proxy refused, so that there is no page to read. */
export class RefusedAddress extends EngineFailure {}

/** Loads an address in the browser and waits for its scripts, with a timeout. */
export async function openAddress(visit: Visit, url: string): Promise<void> {
  const { page } = visit;
  // Other schemes such as file: and chrome: would expose the machine.
  if (!/^https?:\/\//i.test(url))
    throw new EngineFailure('Only http and https addresses can be opened.', { code: 'errand.web.invalid_address' });
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded', timeout: LOAD_MS });
  } catch (cause) {
    refuseRefusal(visit, { arrived: false });
    throw new EngineFailure(`${url.slice(0, 200)} could not be opened in the browser.`, {
      code: 'errand.browsers.failed',
      retry: true,
      cause,
    });
  }
  refuseRefusal(visit);
  await settle(page);
  refuseRefusal(visit);
}

/**
 * Throws if the proxy refused the current page, because the refusal arrives as a response and must not pass for the
 * page. Call it after anything that may have navigated, scripts of the page included, and before the page's content is
 * used.
 */
export function refuseRefusal({ page, refused, destination }: Visit, { arrived = true } = {}): void {
  // The browser shows its own error page if it could not load an address.
  const isErrorPage = page.url().startsWith('chrome-error:');
  const at = isErrorPage || !arrived ? destination() : page.url();
  const refusal = refused().findLast(({ target }) => isSame(target, at));
  if (refusal !== undefined)
    throw new RefusedAddress(
      `The page leads to an address that cannot be opened. ${refusal.target.slice(0, 200)}: ${refusal.reason}`,
      { code: refusal.isForbidden ? 'errand.web.not_allowed' : 'errand.web.unreachable' },
    );
  if (isErrorPage && arrived)
    throw new EngineFailure('The page leads to an address that does not respond.', {
      code: 'errand.web.unreachable',
      retry: true,
    });
}

export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: SETTLE_MS }).catch(() => undefined);
}

/** Compares a target with an address. For encrypted connections, the target is only host and port. */
function isSame(target: string, at: string): boolean {
  if (!URL.canParse(at)) return false;
  const { href, hash, host, hostname, protocol } = new URL(at);
  if (/^https?:\/\//i.test(target))
    return URL.canParse(target) && new URL(target).href.split('#', 1)[0] === href.slice(0, href.length - hash.length);
  return target === host || target === `${hostname}:${protocol === 'http:' ? 80 : 443}`;
}
