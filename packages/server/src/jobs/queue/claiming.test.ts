import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startHarness, stopAtEnd } from '../../../test/harness.ts';
import { createAgent } from '../../../test/runs.ts';
import { createClaimMarks } from './claim-marks.ts';
import { createClaiming } from './claiming.ts';
import { createLanes } from './lanes.ts';
import { createSlots } from './slots.ts';

const CONCURRENCY = 8;
const JOBS = 24;

const harness = stopAtEnd(await startHarness({ env: { ERRAND_ROLE: 'api' } }));
const org = await harness.org();
const { orgId } = org;
const agent = await createAgent(org, 'HttpEngine', {
  inputs: [{ key: 'text' }],
  config: { url: 'https://example.com' },
});
const [row] = await harness.database.system.query<{ id: string }>(
  `insert into workers (id, host, pid, role, concurrency, version, last_seen)
    values (gen_random_uuid(), 'elsewhere', 1, 'worker', 1, '0', now() + interval '1 hour') returning id`,
);
const workerId = row!.id;
const inputs = Array.from({ length: JOBS }, (_, index) => ({ text: String(index) }));
await org.expect(201, 'POST', `/v1/agents/run/${agent.id}/batches/`, { inputs });

test('jobs that end at once free their slots for one full claim, not for several small ones', async () => {
  const slots = createSlots(CONCURRENCY);
  const lanes = createLanes({ allowance: () => CONCURRENCY - slots.takenBy(orgId), limit: () => null, now: () => 0 });
  const marks = createClaimMarks();
  const claims: number[] = [];
  const freeOther = slots.take(orgId);
  const claiming = createClaiming({
    database: harness.database,
    log: harness.log,
    concurrency: CONCURRENCY,
    claims: true,
    lanes,
    slots,
    marks: {
      ...marks,
      begin() {
        claims.push(0);
        // Another job ends while the first claim is on its way.
        freeOther();
        return marks.begin();
      },
    },
    workerId: () => workerId,
    runningCount: () => slots.taken,
    hasSuspect: () => false,
    async start(job) {
      claims[claims.length - 1]! += 1;
      const free = slots.take(job.orgId);
      await new Promise((resolve) => process.nextTick(resolve));
      free();
      claiming.pump();
    },
  });

  lanes.activate(orgId);
  claiming.pump();
  const isDone = (): boolean => claims.reduce((sum, count) => sum + count, 0) === JOBS;
  for (const end = Date.now() + 30_000; !isDone() && Date.now() < end; ) await delay(5);
  claiming.stop();

  assert.deepEqual(claims.slice(0, 4), [CONCURRENCY - 1, CONCURRENCY, CONCURRENCY, 1]);
});
