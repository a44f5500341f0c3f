import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEngines } from '../../../test/engines.ts';
import { startHarness, stopAtEnd } from '../../../test/harness.ts';
import { createAgent, getJob, startJob, untilFinal } from '../../../test/runs.ts';

const harness = stopAtEnd(await startHarness({ engines: testEngines, env: { ERRAND_ORG_SHARE_PERCENT: '50' } }));
const { shares } = harness.service.app;
const [greedy, modest] = [await harness.org(), await harness.org()];
const agents = new Map(
  await Promise.all([greedy, modest].map(async (org) => [org, await createAgent(org, 'EchoEngine')] as const)),
);

/** Keeps the main thread busy, as jobs of this organization would. */
function work(owner: string): void {
  const until = performance.now() + 300;
  while (performance.now() < until);
  shares.charge({ kind: 'background', key: `background of ${owner}`, owner, share: 0.5 }, 3_000);
}

test('jobs of an organization beyond its share wait in the queue, its requests and the jobs of others do not', async () => {
  let waiting: string | undefined;
  for (let turn = 0; turn < 20 && waiting === undefined; turn += 1) {
    shares.charge({ kind: 'organization', key: modest.orgId, share: 0.5 }, 5);
    work(greedy.orgId);
    const id = await startJob(greedy, agents.get(greedy)!.id, { text: `turn ${turn}` });
    const { status_code: status } = await getJob(greedy, id);
    if (status === 0 && shares.totals.background.refused > 0) waiting = id;
  }
  assert.ok(waiting, 'no job waited');
  await greedy.expect(200, 'GET', '/v1/agents/');
  const other = await startJob(modest, agents.get(modest)!.id, { text: 'modest' });
  await untilFinal(modest, other);
  await untilFinal(greedy, waiting);
  const text = await (await fetch(`${harness.baseUrl}/metrics/`)).text();
  assert.match(text, /errand_background_main_thread_seconds_total [1-9]/);
  assert.match(text, /errand_background_share_waits_total [1-9]/);
});
