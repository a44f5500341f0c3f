// npm run measure -- paint [--jobs 1000000]: how long the list of jobs takes from a key or click to the next paint.
// npm run measure -- cases [--cases 100000]: compares the figures of the desk with plain counts, then the same for the
// queue, its groups and the page of a case.
// npm run measure -- heap [--updates 1200]: what the list holds in each quarter of an hour that it stands open.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { rollUp } from '../../server/src/jobs/figures/roll-up.ts';
import { RECOUNT } from '../../server/src/jobs/figures/verify.ts';
import { openEmbeddedPostgres } from '../../server/src/platform/embedded-postgres.ts';
import { compareCases, loadDeskTruth } from '../../server/test/figures/compare-cases.ts';
import { fillJobs, insertAgents } from '../../server/test/figures/fill.ts';
import { fillCases } from '../../server/test/figures/fill-cases.ts';
import { createPerson } from '../../server/test/people.ts';
import { createAgent, startJob } from '../../server/test/runs.ts';
import { type Stage, skip, startStage } from './console.ts';
import { openLiveList } from './live-hour.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: '1000000' },
    cases: { type: 'string', default: '100000' },
    updates: { type: 'string', default: '1200' },
  },
});
if (skip) throw new Error(skip);
await using parts = new AsyncDisposableStack();
process.env.ERRAND_TEST_DATABASE_URL ??= await startPostgres();
const stage = await startStage();
parts.defer(() => stage.stop());

async function measureHeap(updates: number): Promise<void> {
  const agent = await createAgent(stage.org, 'EchoEngine');
  for (let row = 0; row < 60; row += 1) await startJob(stage.org, agent.id, { text: `${row}` });
  const { look, use } = await openLiveList(stage, agent);
  await look(Math.ceil(updates / 20));
  for (let quarter = 0; quarter <= 4; quarter += 1) {
    if (quarter > 0) await look(updates / 4);
    const { heapBytes, nodes, listeners } = await use();
    console.log(`quarter ${quarter}: ${(heapBytes / 2 ** 20).toFixed(2)} MB, ${nodes} nodes, ${listeners} listeners`);
  }
}

async function measurePaint({ harness, org, open }: Stage, jobs: number): Promise<void> {
  const { system } = harness.database;
  const agents = await insertAgents(system, org.orgId, 40);
  await fillJobs(system, { orgId: org.orgId, agents, keyIds: [], jobs, days: 25, open: 100 });
  await system.run('analyze');
  for (const statement of RECOUNT) await system.run(statement);
  while (await rollUp(system));
  console.log(`${jobs} jobs`);
  const page = await open('/jobs');
  await page.locator(ROWS).first().waitFor();
  await tellPaints(page, ACTS);
}

async function measureCases({ harness, org, open }: Stage, cases: number): Promise<void> {
  const analyst = await createPerson(harness, org, 'analyst');
  const { id: queueId } = await org.expect(201, 'POST', '/v1/case-queues/', { name: 'Payments' });
  await fillCases(harness.database.system, { orgId: org.orgId, queueId, userId: analyst.userId, cases });
  const truth = await loadDeskTruth(harness.database.system, org.orgId);
  const { figures, differences } = await compareCases(org, truth);
  console.log(`${cases} cases, ${truth.alerts.length} alerts: ${figures} figures, ${differences.length} differ`);
  for (const difference of differences) console.log(`  ${difference}`);
  const page = await open('/cases', { credential: analyst.token, asPerson: true });
  await page.locator(CASE_ROWS).first().waitFor();
  await tellPaints(page, CASE_ACTS);
}

/** Says for each act how long the longest of its interactions took, and how long until the page stood still. */
async function tellPaints(page: Page, acts: typeof ACTS): Promise<void> {
  await page.evaluate(OBSERVE);
  for (const [name, act] of Object.entries(acts)) {
    await page.evaluate('window.interactions = []');
    await act(page);
    await page.waitForLoadState('networkidle').catch(() => undefined);
    const found = await page.evaluate<number[]>('window.interactions');
    console.log(
      `${name}: ${found.length === 0 ? 'under 16 ms' : `${Math.max(...found)} ms at most of ${found.length}`}`,
    );
  }
}

const ROWS = '[aria-label="Jobs"] tbody tr[aria-rowindex]';

/** Durations of interactions from the input to the next paint, as INP takes them. */
const OBSERVE = `{
  window.interactions = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) window.interactions.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}`;

const query =
  (text: string) =>
  async (page: Page): Promise<void> => {
    await page.getByLabel('Filter jobs').fill('');
    await page.getByLabel('Filter jobs').pressSequentially(text, { delay: 40 });
    await page.keyboard.press('Enter');
    await page.locator(ROWS).first().waitFor();
  };

const press =
  (...names: string[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) {
      await page.keyboard.press(name);
      await page.waitForTimeout(60);
    }
  };

const ACTS: Record<string, (page: Page) => Promise<void>> = {
  'walk with J and K': press(...Array<string>(30).fill('j'), ...Array<string>(10).fill('k')),
  'peek with Space, J': press(' ', 'j', 'j', 'j', 'Escape'),
  'select with X': press('x', 'j', 'x', 'Escape'),
  'load and walk on': async (page) => {
    for (let step = 0; step < 15; step += 1) {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      await page.waitForTimeout(150);
    }
    await press('j', 'j', 'k')(page);
  },
  'type status:failure': query('status:failure'),
  'type agent:': query('agent:"Agent 7" status:failure'),
  'type cost:': query('cost:>0.05'),
  'type output path': query('output.total:>990'),
  'type -model:': query('-model:model-1'),
  'open the filters': async (page) => {
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.keyboard.press('Escape');
  },
  'draw over the strip': async (page) => {
    const box = (await page.getByRole('img', { name: /^Matching jobs over time/ }).boundingBox())!;
    await page.mouse.move(box.x + box.width / 3, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 10, { steps: 20 });
    await page.mouse.up();
  },
};

const CASE_ROWS = '[aria-label="Cases"] tbody tr';
const group = (name: string) => async (page: Page) => {
  await page
    .getByRole('navigation', { name: 'Groups of cases' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();
  await page.locator(CASE_ROWS).first().waitFor();
};
const part = (name: string) => async (page: Page) => {
  await page.getByRole('tab', { name }).click();
  await page.getByRole('tabpanel', { name }).waitFor();
};

const CASE_ACTS: typeof ACTS = {
  'walk with J and K': press(...Array<string>(20).fill('j'), ...Array<string>(10).fill('k')),
  'peek with Space': async (page) => {
    await page.keyboard.press(' ');
    const close = page.getByRole('button', { name: 'Close', exact: true });
    await close.waitFor();
    await page.keyboard.press('Escape');
    await close.waitFor({ state: 'detached' });
  },
  'group Overdue': group('Overdue'),
  'group With nobody': group('With nobody'),
  'group Closed': group('Closed'),
  'all, by case': group('All cases'),
  'by due': async (page) => {
    await page.getByRole('button', { name: /^Due/ }).click();
    await page.locator(CASE_ROWS).first().waitFor();
  },
  'the next page': async (page) => {
    await page.getByRole('button', { name: /^Next/ }).click();
    await page.locator(CASE_ROWS).first().waitFor();
  },
  'take the next, which opens its page': async (page) => {
    await page.keyboard.press('n');
    await page.getByRole('button', { name: 'Give back' }).waitFor();
  },
  'the tab Timeline': part('Timeline'),
  'the tab Report': part('Report'),
  'the tab Overview': part('Overview'),
  'the form of the decision': async (page) => {
    await page.keyboard.press('d');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
  },
};

async function startPostgres(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-measure-'));
  parts.defer(() => rm(dataDir, { recursive: true, force: true }));
  const { url, stop } = await openEmbeddedPostgres({ dataDir, purpose: 'server', log: () => undefined });
  parts.defer(stop);
  return url;
}

// Called last, when everything that it uses is defined.
if (positionals[0] === 'heap') await measureHeap(Number(values.updates));
else if (positionals[0] === 'cases') await measureCases(stage, Number(values.cases));
else await measurePaint(stage, Number(values.jobs));
