import { accessSync, constants } from 'node:fs';
import type { Browser as Chromium, Page } from 'playwright-core';
import type { Network } from '#platform/safe-fetch/addresses.ts';
import { EngineFailure } from '../engine.ts';
import { createTurns } from '../turns.ts';
import { startFilterProxy } from './filter-proxy.ts';

// A Chromium of the machine, when there is one: a fresh one for each visit, without rights, behind the filtering proxy.

export type Visit = {
  page: Page;
  /** What the proxy did not let through. */
  refused(): string[];
  /** Ends the browser when the page keeps it busy for too long: a script may run for ever. */
  within<T>(work: () => Promise<T>): Promise<T>;
};

export type Browser = {
  /** Undefined when there is none; `missing` says what to do. */
  executable: string | undefined;
  missing: string;
  /** Opens an empty page for the time of `work`. */
  visit<T>(signal: AbortSignal, work: (visit: Visit) => Promise<T>): Promise<T>;
};

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const LAUNCH_MS = 30_000;
const ACTION_MS = 15_000;
/** For loading, looking and drawing together. */
const VISIT_MS = 90_000;
/** Each takes 200 to 500 MB. */
const BROWSERS_MAX = 2;

export function createBrowser({ path, allow }: { path: string | undefined; allow: Network[] }): Browser {
  const executable = path === undefined ? PLACES.find(isExecutable) : isExecutable(path) ? path : undefined;
  const missing =
    path === undefined
      ? 'there is no Chromium on this server. Install one, or set ERRAND_CHROMIUM to its path.'
      : `ERRAND_CHROMIUM is ${path}, where no program is.`;
  const inTurn = createTurns(BROWSERS_MAX);

  return {
    executable,
    missing,
    visit(signal, work) {
      if (executable === undefined) throw new EngineFailure(`This needs a browser, but ${missing}`);
      return inTurn(signal, () => visitOnce({ executable, allow, signal }, work));
    },
  };
}

async function visitOnce<T>(
  { executable, allow, signal }: { executable: string; allow: Network[]; signal: AbortSignal },
  work: (visit: Visit) => Promise<T>,
): Promise<T> {
  const proxy = await startFilterProxy(allow);
  let running: Chromium | undefined;
  const stop = (): void => void running?.close().catch(() => undefined);
  try {
    const browser = await launch(executable, proxy);
    running = browser;
    signal.addEventListener('abort', stop, { once: true });
    signal.throwIfAborted();
    const context = await browser.newContext({
      acceptDownloads: false,
      serviceWorkers: 'block',
      viewport: { width: 1280, height: 900 },
    });
    const page = await context.newPage();
    page.setDefaultTimeout(ACTION_MS);
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    return await work({ page, refused: proxy.refused, within: (inner) => within(browser, inner) });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EngineFailure || running?.isConnected()) throw error;
    throw new EngineFailure('The browser stopped in the middle of its work.', { retry: true, cause: error });
  } finally {
    signal.removeEventListener('abort', stop);
    await running?.close().catch(() => undefined);
    await proxy.stop();
  }
}

async function within<T>(browser: Chromium, work: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new EngineFailure(`The page kept the browser busy for more than ${VISIT_MS / 1_000} seconds.`));
    browser.close().catch(() => undefined);
  }, VISIT_MS);
  const working = work();
  // When the deadline won, what the closed browser says is of no interest.
  working.catch(() => undefined);
  try {
    return await Promise.race([working, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function launch(
  executablePath: string,
  proxy: { url: string; username: string; password: string },
): Promise<Chromium> {
  // Loaded when a browser is: it is large.
  const { chromium } = await import('playwright-core');
  try {
    return await chromium.launch({
      executablePath,
      headless: true,
      timeout: LAUNCH_MS,
      // Signals are for the service: it closes its browsers when it stops.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      // Loopback too goes through the proxy: by default a browser reaches it directly.
      proxy: { server: proxy.url, username: proxy.username, password: proxy.password, bypass: '<-loopback>' },
      // As root there is no sandbox in containers; the proxy and the empty environment remain.
      chromiumSandbox: process.getuid?.() !== 0,
      env: { HOME: '/nonexistent', LANG: 'C.UTF-8' },
      args: [
        '--disable-quic',
        '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
        '--webrtc-ip-handling-policy=disable_non_proxied_udp',
        // Names are resolved by the proxy alone.
        '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-dev-shm-usage',
      ],
    });
  } catch (cause) {
    throw new EngineFailure('The browser of this server could not be started.', { retry: true, cause });
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
