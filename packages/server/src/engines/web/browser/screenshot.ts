import type { Page } from 'playwright-core';
import { EngineFailure, type SavedPage } from '../../engine/engine.ts';
import type { Browser } from './browser.ts';
import { openAddress, refuseRefusal } from './open-address.ts';

/** Endless pages are captured only as far as a reader would scroll. */
const HEIGHT_MAX = 8_000;

export async function takeScreenshot(page: Page): Promise<Uint8Array> {
  const height = await page.evaluate<number>('document.documentElement.scrollHeight').catch(() => 900);
  const clip = { x: 0, y: 0, width: 1280, height: Math.max(1, Math.min(height, HEIGHT_MAX)) };
  return page.screenshot({ fullPage: true, clip });
}

/**
 * Takes a screenshot of a page that was fetched before. The page is not requested again, so that the screenshot shows
 * what was saved. Styles, images and scripts may come only from the given hosts.
 */
export function drawSavedPage(
  browser: Browser,
  { url, content, contentType, hosts }: SavedPage,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (browser.executable === undefined) throw new EngineFailure(browser.missing, { code: 'errand.browsers.missing' });
  return browser.visit(
    signal,
    (visit) =>
      visit.within(async () => {
        const { page } = visit;
        const body = Buffer.from(content);
        await page.route('**/*', (route) => route.fulfill({ status: 200, contentType, body }), { times: 1 });
        await openAddress(visit, url);
        const at = page.url();
        if (!URL.canParse(at) || !hosts.includes(new URL(at).host))
          throw new EngineFailure('The page redirects the browser to another host.', {
            code: 'errand.browsers.failed',
          });
        const screenshot = await takeScreenshot(page);
        refuseRefusal(visit);
        return screenshot;
      }),
    { hosts },
  );
}
