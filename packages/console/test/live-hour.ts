import type { CDPSession, Page } from 'playwright-core';
import { startJob, type TestAgent } from '../../server/test/runs.ts';
import type { Stage } from './console.ts';

// Simulates a list of jobs that is open for an hour: the page's clock is advanced, so that it polls as often as it
// would, while jobs come in.

/** The interval in which the list refreshes its rows and looks for new ones. */
const LOOK_MS = 3_000;
/** After this many polls, the new jobs are shown in the list. */
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
    /** Lets the page poll this many times and waits for the responses. */
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

/** Returns what is still held after a garbage collection. */
async function readUse(session: CDPSession): Promise<Use> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)!.value;
  return { heapBytes: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') };
}
