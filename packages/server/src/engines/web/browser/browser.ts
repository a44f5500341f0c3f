import { accessSync, constants } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Network } from '#platform/outbound/addresses.ts';
import type { ProxySettings } from '#platform/outbound/proxy-settings.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import { EngineFailure } from '../../engine/engine.ts';
import { type Refusal, startFilterProxy } from './filter-proxy.ts';
import { type RunningChromium, startChromium } from './start-chromium.ts';

// The machine's Chromium, if it has one. Each visit gets a new unprivileged process behind the filter proxy.

export type Visit = {
  page: Page;
  /** Returns the requests that the proxy did not carry out. */
  refused(): Refusal[];
  /** Returns the last URL to which the page navigated, even if it did not load. */
  destination(): string;
  /** Kills the browser after a timeout, because a script may run forever. */
  within<T>(work: () => Promise<T>): Promise<T>;
};

export type Browser = {
  /** Undefined if there is no browser. Then `missing` says what to do. */
  executable: string | undefined;
  missing: string;
  /** Opens an empty page while `work` runs. If `hosts` is given, only these may be requested. */
  visit<T>(
    signal: AbortSignal,
    work: (visit: Visit) => Promise<T>,
    options?: { hosts?: readonly string[] },
  ): Promise<T>;
};

/** Follows the name of an engine. */
export const browserMissing = ({ missing }: Pick<Browser, 'missing'>): string => `needs a browser, but ${missing}`;

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const ACTION_MS = 15_000;
/** Limit for loading, reading and rendering together. */
const VISIT_MS = 90_000;
/** Each takes 200 to 500 MB. */
const BROWSERS_MAX = 2;

type Options = {
  path: string | undefined;
  allow: Network[];
  /** The operator's egress proxy. */
  proxies?: ProxySettings | undefined;
  startMs?: number;
};

export function createBrowser({ path, allow, proxies, startMs }: Options): Browser {
  const executable = path === undefined ? PLACES.find(isExecutable) : isExecutable(path) ? path : undefined;
  const missing =
    path === undefined
      ? 'this server has no Chromium. Install it, or set ERRAND_CHROMIUM to its path.'
      : `ERRAND_CHROMIUM is ${path}, which is not an executable file.`;
  const browsers = createSemaphore({ max: BROWSERS_MAX });

  return {
    executable,
    missing,
    visit(signal, work, { hosts } = {}) {
      if (executable === undefined)
        throw new EngineFailure(`This needs a browser, but ${missing}`, { code: 'errand.browsers.missing' });
      return browsers.run(() => visitOnce({ executable, allow, proxies, hosts, signal, startMs }, work), { signal });
    },
  };
}

type VisitOptions = {
  executable: string;
  allow: Network[];
  proxies: ProxySettings | undefined;
  hosts: readonly string[] | undefined;
  signal: AbortSignal;
  startMs: number | undefined;
};

async function visitOnce<T>(
  { executable, allow, proxies, hosts, signal, startMs }: VisitOptions,
  work: (visit: Visit) => Promise<T>,
): Promise<T> {
  const proxy = await startFilterProxy({ allow, hosts, proxies });
  let running: RunningChromium | undefined;
  const stop = (): void => running?.kill();
  try {
    const browser = await startChromium(executable, proxy, { signal, startMs });
    running = browser;
    signal.addEventListener('abort', stop, { once: true });
    signal.throwIfAborted();
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    page.setDefaultTimeout(ACTION_MS);
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    let destination = '';
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) destination = request.url();
    });
    const inBrowser = <R>(inner: () => Promise<R>): Promise<R> => within(browser, inner);
    return await work({ page, refused: proxy.refused, destination: () => destination, within: inBrowser });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EngineFailure || running?.isOpen()) throw error;
    throw new EngineFailure('The browser ended unexpectedly.', {
      code: 'errand.browsers.failed',
      retry: true,
      cause: error,
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await running?.end();
    await proxy.stop();
  }
}

async function within<T>(browser: RunningChromium, work: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(
      new EngineFailure(`The page kept the browser busy for more than ${VISIT_MS / 1_000} seconds.`, {
        code: 'errand.browsers.failed',
      }),
    );
    browser.kill();
  }, VISIT_MS);
  const working = work();
  // After the timeout, errors of the closed browser do not matter.
  working.catch(() => undefined);
  try {
    return await Promise.race([working, late]);
  } finally {
    clearTimeout(timer);
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
