import type { CDPSession, Page } from 'playwright-core';
import { startJob, type TestAgent } from '../../server/test/runs.ts';
import type { Stage } from './console.ts';

// The list of jobs as it stands open for an hour: the clock of the page is moved on, so it looks again as often as it
// would, while jobs come in.

/** As often as the list looks at its rows and for new ones. */
const LOOK_MS = 3_000;
/** So often somebody takes the new jobs into the list. */
const SHOW_EVERY = 10;

export type Use = { heapBytes: number; nodes: number; listeners: number };

export async function openLiveList(stage: Stage, agent: TestAgent) {
  const page = await stage.open('/settings');
  await page.clock.install();
  await page.goto('/jobs');
  await page.locator('[aria-label="Jobs"] tbody tr[aria-rowindex]').first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  let looks = 0;
  return {
    page,
    /** The page looks again and has been answered, so many times. */
    async look(times: number): Promise<void> {
      for (let done = 0; done < times; done += 1) {
        looks += 1;
        await startJob(stage.org, agent.id, { text: `live ${looks}` });
        const answered = page.waitForResponse((response) => response.url().includes('after='));
        await page.clock.runFor(LOOK_MS);
        await answered;
        if (looks % SHOW_EVERY === 0) await showNew(page);
      }
    },
    use: () => readUse(session),
  };
}

async function showNew(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /new jobs?$/ });
  if ((await button.count()) === 0) return;
  const answered = page.waitForResponse((response) => /\/v1\/agents\/jobs\/\?/.test(response.url()));
  await button.click();
  await answered;
}

/** What is still held after a collection. */
async function readUse(session: CDPSession): Promise<Use> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)!.value;
  return { heapBytes: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') };
}
