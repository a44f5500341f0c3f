import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, afterEach, before } from 'node:test';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Engine } from '../../server/src/engines/engine/engine.ts';
import { testEngines } from '../../server/test/engines.ts';
import { type Harness, startHarness, type TestOrg } from '../../server/test/harness.ts';
import { findChromium } from './chromium.ts';

// Runs the real console in a real browser, on a real server with its own database.

const folder = join(import.meta.dirname, '..');
const found = findChromium();

/** The reason why the tests cannot run here, or false. */
export const skip: string | false = 'missing' in found ? found.missing : false;

export type Stage = {
  harness: Harness;
  org: TestOrg;
  /** Opens a fresh browser window, signed in with the key of `org` or another one. */
  open(path?: string, options?: OpenOptions): Promise<Page>;
  /** Closes a test's windows, so that they do no work beside the next test, which gets the first window. */
  close(): Promise<void>;
  stop(): Promise<void>;
};

export type OpenOptions = {
  credential?: string | null;
  /** Whether the credential is that of a signed-in person. Default: a key. */
  asPerson?: boolean;
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
  // Started last, because an unclosed browser would keep the test file from ending.
  const browser: Browser = await chromium
    .launch({
      executablePath: (found as { path: string }).path,
      // As root, Chromium has no sandbox, and the shared memory of containers is too small.
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    })
    .catch(async (error: unknown) => {
      await harness.stop();
      throw error;
    });
  const contexts: BrowserContext[] = [];
  let sessions = 0;
  /** Kept for the next test, because a new window costs four times as much processor time as a page in a used one. */
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
    async open(
      path = '/',
      { credential = org.apiKey, asPerson = false, theme = 'light', width = 1440, height = 900 } = {},
    ) {
      const page = free ?? (await newWindow());
      free = undefined;
      page.setDefaultTimeout(120_000);
      watchForFaults(page);
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height });
      const kind = asPerson ? 'user' : 'key';
      const session = credential !== null && { kind, credential, organizationId: org.orgId };
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

/** A stage for all tests of a suite. Windows are closed after each test. */
export function withStage(): Stage {
  let stage: Stage | undefined;
  before(async () => {
    stage = await startStage();
  });
  afterEach(() => stage?.close());
  after(() => stage?.stop());
  return {
    get harness() {
      return stage!.harness;
    },
    get org() {
      return stage!.org;
    },
    open: (path, options) => stage!.open(path, options),
    close: () => stage!.close(),
    stop: () => stage!.stop(),
  };
}

/**
 * Runs once per tab, because a test may sign out. It runs before the page's scripts, which then find the storage of a
 * new browser. Frames have no storage of their own, or none at all.
 */
const beginOnce = (number: number, session: object | false): string =>
  `if (self === top && !(Number(sessionStorage.getItem('begun')) >= ${number})) {
    sessionStorage.clear();
    localStorage.clear();
    sessionStorage.setItem('begun', '${number}');
    ${session ? `localStorage.setItem('errand.session', ${JSON.stringify(JSON.stringify(session))});` : ''}
  }`;

const faults = new WeakMap<Page, string[]>();

/** Returns the page's errors and Content-Security-Policy violations. */
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
