import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createAgent, startJob, type TestAgent, untilFinal } from '../../server/test/runs.ts';
import { faultsOf, skip, withStage } from './console.ts';
import { openLiveList } from './live-hour.ts';

describe('the list of jobs that stands open', { skip }, () => {
  const stage = withStage();
  let agent: TestAgent;
  before(async () => {
    agent = await createAgent(stage.org, 'EchoEngine');
    const ids = await Promise.all(
      Array.from({ length: 60 }, (_, row) => startJob(stage.org, agent.id, { text: `${row}` })),
    );
    for (const id of ids) await untilFinal(stage.org, id);
  });

  test('holds no more nodes and listeners after many looks than after a few', async () => {
    const { page, look, use } = await openLiveList(stage, agent);
    // Loads the first pages, caches and everything that is created once.
    await look(20);
    const few = await use();
    await look(40);
    const many = await use();
    // A row has about 30 nodes. One leaked row per poll would be 1,200.
    assert.ok(many.nodes < few.nodes + 600, `${few.nodes} nodes became ${many.nodes}`);
    assert.ok(many.listeners < few.listeners + 60, `${few.listeners} listeners became ${many.listeners}`);
    assert.deepEqual(faultsOf(page), []);
  });

  test('is narrowed by drawing over the time strip, which says how long 95 % took', async () => {
    const page = await stage.open('/jobs');
    const strip = page.getByRole('img', { name: /^Matching jobs over time/ });
    await page.getByText(/p95/).waitFor();
    const box = (await strip.boundingBox())!;
    const middle = box.y + box.height / 2;
    // The jobs of this test are in the last part, so without it there are none.
    await page.mouse.move(box.x + 5, middle);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, middle, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/from=.*to=/);
    await page.getByText('No jobs match these filters').waitFor();
    const drawn = new URL(page.url()).searchParams;
    const [from, to] = ['from', 'to'].map((name) =>
      Date.parse(JSON.parse(`"${drawn.get(name)!.replaceAll('"', '')}"`)),
    );
    assert.ok(to! - from! > 3 * 86_400_000 && to! - from! < 4 * 86_400_000, page.url());
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await page.getByText('50 jobs loaded').waitFor();
    const again = (await strip.boundingBox())!;
    await page.mouse.move(again.x + again.width - 40, middle);
    await page.mouse.down();
    await page.mouse.move(again.x + again.width - 1, middle, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/from=.*to=/);
    await page.getByText('50 jobs loaded').waitFor();
    assert.deepEqual(faultsOf(page), []);
  });
});
