import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/ids.ts';
import { startHarness, stopAtEnd } from '../../../test/harness.ts';
import { createAgent } from '../../../test/webhooks/fixtures.ts';
import { findCompletedJobs } from './completed-jobs.ts';

const harness = stopAtEnd(await startHarness({ env: { ERRAND_ROLE: 'api' } }));

test('many jobs are reported as each of them alone: odd texts, long outputs, nothing at all', async () => {
  const org = await harness.org();
  const agent = await createAgent(org);
  const item = (value: string) => [{ key: 'o', data_type: 'text/plain', value }];
  const ended = [
    { outputs: item('plain'), metadata: { source: 'test' }, error: null, status: 3 },
    {
      outputs: item('Grüße \u0001 "quoted" \\ 🙂\n'),
      metadata: { 'a b': [1, null, { c: 12.5 }] },
      error: null,
      status: 3,
    },
    { outputs: [], metadata: null, error: 'a\u001fb\u0002 "c"\nd', status: 4 },
    { outputs: [], metadata: {}, error: '', status: 4 },
    { outputs: item('short'), metadata: { long: 'y'.repeat(70_000) }, error: null, status: 3 },
    ...Array.from({ length: 10 }, (_, index) => ({
      outputs: item('x'.repeat(64 * 1024 + index)),
      metadata: index === 0 ? { long: 'z'.repeat(70_000) } : null,
      error: null,
      status: 6,
    })),
  ];
  const ids = ended.map(() => newId());
  for (const [index, job] of ended.entries())
    await harness.database.system.run(
      `with j as (
          insert into jobs (id, org_id, agent_id, version_id, origin, inputs, metadata, cache_outcome, timeout_seconds, created_at)
          values ($1, $2, $3, $4, 'api', '[]', $5::json, 'miss', 60, '2026-03-04 05:06:07.089123+00')
        )
        insert into job_results (job_id, org_id, agent_id, status, outputs, error_message, cost, events, finished_at)
        values ($1, $2, $3, $6, $7::json, $8, 0.00012345, '[]', '2026-03-04 05:06:08+00')`,
      [
        ids[index],
        org.orgId,
        agent.id,
        agent.current_version_id,
        job.metadata === null ? null : JSON.stringify(job.metadata),
        job.status,
        JSON.stringify(job.outputs),
        job.error,
      ],
    );
  const many = await findCompletedJobs(harness.database.queue, [...ids, newId()]);
  assert.deepEqual([...many.keys()].sort(), ids.toSorted());
  for (const [index, id] of ids.entries()) {
    const alone = await findCompletedJobs(harness.database.queue, [id]);
    assert.deepEqual(many.get(id), alone.get(id));
    const { outputs, metadata, errorMessage, status, cost } = many.get(id)!;
    const { outputs: given, metadata: told, error } = ended[index]!;
    assert.deepEqual(
      { outputs, metadata, errorMessage, status, cost },
      { outputs: given, metadata: told ?? {}, errorMessage: error, status: ended[index]!.status, cost: 0.00012345 },
    );
    assert.equal(many.get(id)!.createdAt.toISOString(), '2026-03-04T05:06:07.089Z');
  }
});

test('more jobs than are read at once are all found', async () => {
  const org = await harness.org();
  const agent = await createAgent(org);
  const ids = Array.from({ length: 1_100 }, () => newId());
  await harness.database.system.run(
    `with given as (select unnest($1::uuid[]) as id), j as (
        insert into jobs (id, org_id, agent_id, version_id, origin, inputs, metadata, cache_outcome, timeout_seconds, created_at)
        select id, $2, $3, $4, 'api', '[]', json_build_object('place', id), 'miss', 60, now() from given
      )
      insert into job_results (job_id, org_id, agent_id, status, outputs, events, finished_at)
      select id, $2, $3, 3, '[]', '[]', now() from given`,
    [ids, org.orgId, agent.id, agent.current_version_id],
  );
  const found = await findCompletedJobs(harness.database.queue, ids);
  assert.deepEqual(
    ids.map((id) => found.get(id)?.metadata.place),
    ids,
  );
});

test('unknown ids return no jobs', async () => {
  const ids = Array.from({ length: 20 }, () => newId());
  assert.equal((await findCompletedJobs(harness.database.queue, ids)).size, 0);
});
