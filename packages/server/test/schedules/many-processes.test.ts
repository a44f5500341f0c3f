import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEngines } from '../engines.ts';
import { startHarness, stopAtEnd, until } from '../harness.ts';
import { createAgent } from '../runs.ts';
import { startWorkerProcess } from '../worker-process.ts';

// Many schedules that are due at once, two worker processes that look for them, and one of the two is killed in the
// middle. ERRAND_TEST_SCHEDULES=10000 measures the many.

const COUNT = Number(process.env.ERRAND_TEST_SCHEDULES ?? 2_000);

const harness = stopAtEnd(await startHarness({ env: { ERRAND_ROLE: 'api' }, engines: testEngines }));
const org = await harness.org();

const startWorker = () => startWorkerProcess(harness, new URL('../flows/worker-child.ts', import.meta.url));

type Counts = { runs: number; started: number; jobs: number; lost: number };

const count = async (): Promise<Counts> => {
  const [row] = await harness.database.system.query<Counts>(
    `select count(*) as runs, count(*) filter (where r.outcome = 'started') as started,
       (select count(*) from jobs where origin = 'schedule') as jobs,
       count(*) filter (where r.outcome = 'started' and j.id is null) as lost
     from schedule_runs r left join jobs j on j.id = r.job_id`,
  );
  return row!;
};

test('each due time has one job, however many processes look, and one of them killed in the middle', async (t) => {
  const agent = await createAgent(org, 'EchoEngine');
  const [one] = await Promise.all([startWorker(), startWorker()]);
  await harness.database.system.run(
    `insert into schedules (id, org_id, name, agent_id, cron, anchor_at, timezone, inputs, catch_up, overlap, next_at)
     select errand_new_id(now()), $1, 'schedule ' || n, $2, '0 0 1 1 *', now(), 'UTC', '{"text": "x"}', 'one', 'skip',
       date_trunc('milliseconds', now()) from generate_series(1, $3::int) n`,
    [org.orgId, agent.id, COUNT],
  );
  const dueAt = Date.now();
  await until(async () => (await count()).runs >= COUNT / 4, 'a quarter of them');
  one.child.kill('SIGKILL');
  const ended = await until(
    async () => {
      const counts = await count();
      return counts.started === COUNT && counts;
    },
    'all of them',
    120_000,
  );
  assert.deepEqual([ended.runs, ended.jobs, ended.lost], [COUNT, COUNT, 0], 'none twice, none lost');
  t.diagnostic(
    `${COUNT} schedules that were due at once have started after ${Math.round((Date.now() - dueAt) / 1_000)} s`,
  );
});
