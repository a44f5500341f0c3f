import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
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
  /** A browser window of its own: signed in with the key of `org`, or with another. */
  open(path?: string, options?: OpenOptions): Promise<Page>;
  stop(): Promise<void>;
};

type OpenOptions = {
  credential?: string | null;
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
};

export async function startStage(env: NodeJS.ProcessEnv = {}): Promise<Stage> {
  buildConsole();
  const harness = await startHarness({
    engines: testEngines,
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
  return {
    harness,
    org,
    async open(path = '/', { credential = org.apiKey, theme = 'light', width = 1440, height = 900 } = {}) {
      const context = await browser.newContext({
        baseURL: harness.baseUrl,
        colorScheme: theme,
        reducedMotion: 'reduce',
        viewport: { width, height },
      });
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      watchForFaults(page);
      if (credential !== null) {
        const session = { kind: 'key', credential, organizationId: org.orgId };
        await page.addInitScript(setOnce(session));
      }
      await page.goto(path);
      return page;
    },
    async stop() {
      for (const context of contexts) await context.close();
      await browser.close();
      await harness.stop();
    },
  };
}

/** Only where nobody is signed in: a test may sign out. Frames have no storage of their own, or none at all. */
const setOnce = (session: object): string =>
  `if (self === top && sessionStorage.getItem('signed-in') === null) {
    sessionStorage.setItem('signed-in', 'true');
    localStorage.setItem('errand.session', ${JSON.stringify(JSON.stringify(session))});
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
