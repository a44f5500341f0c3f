import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Engine } from '../../server/src/engines/engine/engine.ts';
import { testEngines } from '../../server/test/engines.ts';
import { type Harness, startHarness, type TestOrg } from '../../server/test/harness.ts';
import { findChromium } from './chromium.ts';

// The real console in a real browser, on a real server with a database of its own.

const folder = join(import.meta.dirname, '..');
const found = findChromium();

/** Says why the tests cannot run here; false: they can. */
export const skip: string | false = 'missing' in found ? found.missing : false;

export type Stage = {
  harness: Harness;
  org: TestOrg;
  /** A browser window that remembers nothing: signed in with the key of `org`, or with another. */
  open(path?: string, options?: OpenOptions): Promise<Page>;
  /** After a test: what it opened is closed, so that it does no work beside the next one, which has the first window. */
  close(): Promise<void>;
  stop(): Promise<void>;
};

type OpenOptions = {
  credential?: string | null;
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
};

export async function startStage(env: NodeJS.ProcessEnv = {}, engines: Engine[] = []): Promise<Stage> {
  buildConsole();
  const harness = await startHarness({
    engines: [...testEngines, ...engines],
    env: { ERRAND_CONSOLE_DIR: join(folder, 'dist'), ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8', ...env },
  });
  const org = await harness.org({ name: 'Acme Research' });
  // Last, and not left behind: a browser that nobody closes keeps the test file from ending.
  const browser: Browser = await chromium
    .launch({
      executablePath: (found as { path: string }).path,
      // As root Chromium has no sandbox; the shared memory of containers is too small for it.
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    })
    .catch(async (error: unknown) => {
      await harness.stop();
      throw error;
    });
  const contexts: BrowserContext[] = [];
  let sessions = 0;
  /** Kept for the next test: a new window costs four times as much processor time as a page in one that was used. */
  let free: Page | undefined;
  async function newWindow(): Promise<Page> {
    const context = await browser.newContext({
      baseURL: harness.baseUrl,
      reducedMotion: 'reduce',
      viewport: { width: 1440, height: 900 },
    });
    contexts.push(context);
    return context.newPage();
  }
  return {
    harness,
    org,
    async open(path = '/', { credential = org.apiKey, theme = 'light', width = 1440, height = 900 } = {}) {
      const page = free ?? (await newWindow());
      free = undefined;
      page.setDefaultTimeout(120_000);
      watchForFaults(page);
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height });
      const session = credential !== null && { kind: 'key', credential, organizationId: org.orgId };
      sessions += 1;
      await page.addInitScript(beginOnce(sessions, session));
      await page.goto(path);
      return page;
    },
    async close() {
      const [first, ...others] = contexts.splice(0);
      await Promise.all(others.map((context) => context.close()));
      const [page, ...tabs] = first?.pages() ?? [];
      if (first === undefined || page === undefined) return;
      await Promise.all(tabs.map((tab) => tab.close()));
      page.removeAllListeners();
      await page.unrouteAll();
      await page.setExtraHTTPHeaders({});
      await first.setOffline(false);
      contexts.push(first);
      free = page;
    },
    async stop() {
      for (const context of contexts) await context.close();
      await browser.close();
      await harness.stop();
    },
  };
}

/**
 * Once in a tab: a test may sign out. It comes before the scripts of the page, which then find what a new browser would
 * hold. Frames have no storage of their own, or none at all.
 */
const beginOnce = (number: number, session: object | false): string =>
  `if (self === top && !(Number(sessionStorage.getItem('begun')) >= ${number})) {
    sessionStorage.clear();
    localStorage.clear();
    sessionStorage.setItem('begun', '${number}');
    ${session ? `localStorage.setItem('errand.session', ${JSON.stringify(JSON.stringify(session))});` : ''}
  }`;

const faults = new WeakMap<Page, string[]>();

/** What the page threw, and what the Content-Security-Policy had to stop. */
export const faultsOf = (page: Page): string[] => faults.get(page) ?? [];

function watchForFaults(page: Page): void {
  const list: string[] = [];
  faults.set(page, list);
  page.on('pageerror', (error) => list.push(String(error)));
  page.on('console', (message) => {
    if (/Content.Security.Policy|violates the following/i.test(message.text())) list.push(message.text());
  });
}

function buildConsole(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'build.ts')], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
