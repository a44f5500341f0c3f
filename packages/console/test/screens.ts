// npm run screens: takes pictures of every page in three widths and two themes, to check after a change of the design.
// They go to packages/console/screens, which git ignores. `npm run screens -- jobs sql` only takes those whose names
// match, `--full` those of an organization with 31 agents, 6,900 jobs, budgets and the demo, `--demo` of one with only
// the demo, `--desk` those of a case desk. `--width 390 --theme dark` leaves the other widths and themes out.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { openEmbeddedPostgres } from '../../server/src/platform/embedded-postgres.ts';
import { makeScene } from '../../server/test/figures/scene.ts';
import { startOpenIdProvider } from '../../server/test/openid-provider.ts';
import { type Stage, skip, startStage } from './console.ts';
import { demoScreens } from './demo-screens.ts';
import { deskScreens } from './desk-screens.ts';
import { createEveryPage, visit } from './every-page.ts';
import { furnish } from './furnish.ts';
import { furnishDesk } from './furnish-desk.ts';
import { operatedScreens, type Screen } from './operated-screens.ts';

const folder = join(import.meta.dirname, '../screens');
/** A screen on a desk, a tablet held upright, a phone. */
const HEIGHTS: Record<number, number> = { 1440: 900, 768: 1024, 390: 844 };
/** A click that finds nothing is reported, and the rest goes on. */
const ACT_MS = 15_000;
/** What a first visit shows. */
const DEMO_PAGES = ['/', '/agents', '/jobs', '/inbox', '/policies', '/tables', '/usage'];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    demo: { type: 'boolean', default: false },
    desk: { type: 'boolean', default: false },
    width: { type: 'string', multiple: true, default: Object.keys(HEIGHTS) },
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
  },
});
const workspace = values.full ? '-full' : values.demo ? '-demo' : '';

if (skip) throw new Error(skip);
await using parts = new AsyncDisposableStack();
process.env.ERRAND_TEST_DATABASE_URL ??= await startPostgres();
const provider = await startOpenIdProvider({
  ...{ clientId: 'errand', clientSecret: 'a secret of the client that is long enough' },
  redirectUri: () => `${stage.harness.baseUrl}/sign-in/callback`,
  signedOutUri: () => `${stage.harness.baseUrl}/sign-in`,
});
parts.defer(() => provider.stop());
const stage: Stage = await startStage({
  ERRAND_OIDC_ISSUER: provider.issuer,
  ERRAND_OIDC_CLIENT_ID: 'errand',
  ERRAND_OIDC_CLIENT_SECRET: 'a secret of the client that is long enough',
  ERRAND_OIDC_NAME: 'Acme Login',
});
parts.defer(() => stage.stop());
const viewer = await stage.org.keyWithRole('viewer');
if (values.full) await makeScene(stage.harness, { agents: 31, jobs: 6_900, days: 35 }, stage.org);
const demo = values.full || values.demo ? await demoScreens(stage.org) : [];
const desk = values.desk ? deskScreens(await furnishDesk(stage)) : [];
const paths = values.desk ? [] : values.demo ? DEMO_PAGES : await createEveryPage(stage.org);
const plain: Screen[] = paths.map((path) => ({ name: nameOf(path), path }));
const isWanted = ({ name }: Screen) => positionals.length === 0 || positionals.some((word) => name.includes(word));
const shown = [...plain, ...demo, ...desk, ...(await furnishedScreens())].filter(isWanted);
await mkdir(folder, { recursive: true });
for (const theme of ['light', 'dark'] as const) {
  if (!values.theme.includes(theme)) continue;
  for (const width of values.width.map(Number)) {
    const size = { theme, width, height: HEIGHTS[width] ?? 900 };
    for (const as of [undefined, 'viewer', null] as const) {
      const page = await stage.open('/', { ...size, ...(as !== undefined && { credential: as && viewer }) });
      for (const screen of shown) if (screen.as === as) await take(page, screen, `${workspace}-${width}-${theme}`);
      await stage.close();
    }
  }
}
console.log(`The pictures are in ${folder}`);

async function take(page: Page, { name, path, as, act }: Screen, suffix: string): Promise<void> {
  if (as === null) {
    await page.goto(path);
    await page.locator('main h1').waitFor();
  } else await visit(page, path);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  // A page is taken in full height, a dialog in that of the window.
  if (act === undefined) {
    await page.screenshot({ path: join(folder, `${name}${suffix}.png`), fullPage: true });
    return;
  }
  page.setDefaultTimeout(ACT_MS);
  await act(page).catch((error: unknown) => console.error(`${name}: ${String(error).split('\n')[0]}`));
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.screenshot({ path: join(folder, `${name}${suffix}.png`) });
  if (as === null) return;
  await page.keyboard.press('Escape');
  await visit(page, '/nowhere');
}

/** Returns settings, policies and so on, as they look after some weeks of work. */
async function furnishedScreens(): Promise<Screen[]> {
  if (values.full || values.demo || values.desk) return [];
  const furnished = await furnish(stage);
  parts.defer(furnished.stop);
  return operatedScreens(furnished);
}

/** /agents/0199…?tab=code → agents-id-code. */
function nameOf(path: string): string {
  const words = path
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .split(/[/?&=]+/)
    .filter((word) => word !== '' && word !== 'tab');
  return words.join('-') || 'home';
}

async function startPostgres(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-screens-'));
  parts.defer(() => rm(dataDir, { recursive: true, force: true }));
  const { url, stop } = await openEmbeddedPostgres({ dataDir, purpose: 'server', log: () => undefined });
  parts.defer(stop);
  return url;
}
