import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { createOrganization } from '#credits/create-organization.ts';
import { firstIdAt, newId } from '#platform/ids.ts';
import { openTestDatabase, pluck } from '../../../test/harness.ts';
import { readFigures } from './figures.ts';
import { mergeFigures, rollUp } from './roll-up.ts';
import { sumUp } from './sums.ts';
import { findWrongHours, findWrongSums, RECOUNT } from './verify.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.now();
// At least three whole days.
const FIRST = Math.floor(NOW / HOUR_MS) * HOUR_MS - 100 * HOUR_MS;
const agents = Array.from({ length: 4 }, () => newId());

let serial = 0;
const { database, url } = await openTestDatabase({ systemConnectionsMax: 5, tenantConnectionsMax: 5 });
const orgId = (await createOrganization(database.system, { name: 'One' })).id;

const INSERT = `
  with made as (
    select * from json_to_recordset($2::json) as m (id uuid, agent_id uuid, at timestamptz, status smallint, cost numeric, ms bigint)
  ), job as (
    insert into jobs (id, org_id, agent_id, version_id, origin, inputs, cache_outcome, timeout_seconds, created_at)
    select id, $1, agent_id, agent_id, 'api', '[]', 'miss', 60, at from made
  )
  insert into job_results (job_id, org_id, agent_id, status, cost, input_tokens, duration_ms, events, finished_at)
  select id, $1, agent_id, status, cost, 3, ms,
    json_build_array(json_build_object('at', extract(epoch from at) * 1000 + 100, 'status', 1)), clock_timestamp()
  from made`;

/** Deterministic, and spread over hours, agents and outcomes. */
function makeJobs(count: number) {
  return JSON.stringify(
    Array.from({ length: count }, () => {
      serial += 1;
      const at = FIRST + ((serial * 7_919_003) % (NOW - FIRST));
      const id = `${firstIdAt(at).slice(0, 15)}${(serial % 4096).toString(16).padStart(3, '0')}-8000-${serial.toString(16).padStart(12, '0')}`;
      return {
        id,
        agent_id: agents[serial % agents.length],
        at: new Date(at),
        status: 3 + (serial % 4),
        cost: (serial % 100) / 1_000,
        ms: (serial * 37) % 100_000,
      };
    }),
  );
}

const SHAPES = [
  [3_600, 'agent_id', false],
  [86_400, 'agent_id', false],
  [900, 'agent_id', false],
  [7_200, 'agent_id', true],
  [10_800, 'org_id', false],
  [86_400 * 365, 'org_id', false],
  [86_400, 'version_id', true],
] as const;

async function compareWithFullCount(): Promise<void> {
  const spans = [
    { from: FIRST, to: NOW + 60_000 },
    { from: FIRST + 1_234_567, to: NOW - 7_654_321 },
    { from: FIRST + 5 * HOUR_MS, to: FIRST + 29 * HOUR_MS },
    { from: FIRST + 5.5 * HOUR_MS, to: FIRST + 5.7 * HOUR_MS },
  ];
  for (const span of spans) {
    for (const [bucketSeconds, by, only] of SHAPES) {
      const agentIds = only ? agents.slice(0, 1) : undefined;
      const wanted = { span, bucketSeconds, by, times: 'buckets', agentIds } as const;
      const { counts, times, complete } = await readFigures(database.tenant(orgId), orgId, wanted);
      assert.equal(complete, true);
      const full = await database.system.query(
        `select j.${by} as id, floor(extract(epoch from j.created_at) / $4::int)::float8 * $4::int as bucket,
           count(*) filter (where r.status = 3)::int as succeeded, count(*) filter (where r.status = 6)::int as cached,
           count(*) filter (where r.status = 4)::int as failed, count(*) filter (where r.status = 5)::int as cancelled,
           sum(r.cost)::float8 as cost, sum(r.input_tokens)::float8 as input_tokens, 0 as output_tokens
         from jobs j join job_results r on r.job_id = j.id
         where j.org_id = $1 and j.id >= $2::uuid and j.id < $3::uuid and ($5::uuid[] is null or j.agent_id = any ($5)) group by 1, 2`,
        [orgId, firstIdAt(span.from), firstIdAt(span.to), bucketSeconds, agentIds ?? null],
      );
      const order = (rows: any[]) => rows.map((row) => ({ ...row, cost: Math.round(row.cost * 1e6) })).sort(byBucket);
      assert.deepEqual(order(counts), order(full), JSON.stringify(wanted));
      const ran = times
        .filter(({ kind }) => kind === 'duration')
        .flatMap(({ counts }) => counts)
        .reduce((sum, count) => sum + count, 0);
      assert.equal(
        ran,
        full.reduce((sum, row: any) => sum + row.succeeded + row.failed, 0),
      );
    }
  }
}

const byBucket = (a: any, b: any): number => a.bucket - b.bucket || (a.id < b.id ? -1 : 1);

const through = async (): Promise<number> => {
  const [mark] = await database.system.query<{ at: Date | null }>(
    `select nullif(through, '-infinity') as at from job_figures_mark`,
  );
  return mark!.at?.getTime() ?? 0;
};
/** Repeats passes until everything is counted, because a pass leaves out results of the last two seconds. */
const countOn = async (): Promise<void> => {
  while (await rollUp(database.system));
};

test('figures equal a full count at every moment: before, between and after passes and merges', async () => {
  await countOn();
  await database.system.run(INSERT, [orgId, makeJobs(700)]);
  await compareWithFullCount();
  const [{ at }] = (await database.system.query<{ at: Date }>('select clock_timestamp() as at')) as [{ at: Date }];
  while ((await through()) < at.getTime()) await countOn();
  await compareWithFullCount();
  await database.system.run(INSERT, [orgId, makeJobs(500)]);
  await compareWithFullCount();
  const [later] = await database.system.query<{ at: Date }>('select clock_timestamp() as at');
  while ((await through()) < later!.at.getTime()) await countOn();
  const before = await database.system.query('select from job_figures');
  assert.ok((await mergeFigures(database.system)) > 0);
  assert.ok((await database.system.query('select from job_figures')).length < before.length);
  await compareWithFullCount();
});

const sumOn = async (): Promise<void> => {
  while (await sumUp(database.system, { atOnce: true }));
};

test('sums of days and hours are read as far as they go, and never what was written since', async () => {
  // The newest days come first, so there is a time when only some are summed up.
  await sumUp(database.system);
  const [covered] = await database.system.query<{ from: Date }>('select summed_from as "from" from figure_coverage');
  assert.ok(covered!.from.getTime() > FIRST + 24 * HOUR_MS);
  await compareWithFullCount();
  await sumOn();
  const changed = async () => (await database.system.query('select from figure_changes')).length;
  assert.equal(await changed(), 0);
  await compareWithFullCount();
  assert.deepEqual(await findWrongSums(database.system, 200), []);
  await database.system.run(INSERT, [orgId, makeJobs(200)]);
  await compareWithFullCount();
  const [{ at }] = (await database.system.query<{ at: Date }>('select clock_timestamp() as at')) as [{ at: Date }];
  while ((await through()) < at.getTime()) await countOn();
  assert.ok((await changed()) > 0);
  await compareWithFullCount();
  await sumUp(database.system);
  assert.ok((await changed()) > 0, 'hours that were written a moment ago wait');
  await Promise.all([sumOn(), sumOn(), countOn()]);
  await sumOn();
  await compareWithFullCount();
});

test('summed-up days are read from their sums, and a wrong sum is found', async () => {
  for (const [slice, bucketSeconds, by] of [
    ['hour', 3_600, 'org_id'],
    ['agent hour', 3_600, 'agent_id'],
    ['day', 86_400, 'org_id'],
    ['version day', 86_400, 'version_id'],
  ] as const) {
    const wanted = { span: { from: FIRST, to: NOW + 60_000 }, bucketSeconds, by, times: 'none' } as const;
    const read = async (): Promise<number> => {
      const { counts } = await readFigures(database.tenant(orgId), orgId, wanted);
      return counts.reduce((sum, row) => sum + row.succeeded + row.failed + row.cancelled + row.cached, 0);
    };
    const before = await read();
    const one = `ctid = (select ctid from figure_sums where slice = '${slice}' and starts_at > now() - interval '60 hours'
      and starts_at < now() - interval '50 hours' order by starts_at limit 1)`;
    // For days: the last whole one.
    const day = `ctid = (select ctid from figure_sums where slice = '${slice}' and starts_at = date_bin('1 day', now() - interval '1 day', 'epoch') limit 1)`;
    assert.equal(
      await database.system.run(`update figure_sums set jobs = jobs + 7 where ${slice.includes('day') ? day : one}`),
      1,
    );
    assert.equal(await read(), before + 7, slice);
    assert.deepEqual(
      (await findWrongSums(database.system, 200)).map((wrong) => [wrong.slice, wrong.sum - wrong.figures]),
      [[slice, 7]],
    );
    // A change of an hour makes its day be summed up again.
    await database.system.run(
      `update job_figures set jobs = jobs where starts_at >= date_bin('1 day', now() - interval '60 hours', 'epoch')`,
    );
    assert.equal(await read(), before, slice);
    await sumOn();
    assert.equal(await read(), before, slice);
    assert.deepEqual(await findWrongSums(database.system, 200), []);
  }
});

test('a result whose transaction is still open is not passed over', async () => {
  const slow = new pg.Client({ connectionString: url });
  await slow.connect();
  await slow.query('begin');
  await slow.query(INSERT, [orgId, makeJobs(10)]);
  const [{ at }] = (await database.system.query<{ at: Date }>('select clock_timestamp() as at')) as [{ at: Date }];
  await countOn();
  assert.ok((await through()) <= at.getTime());
  await slow.query('commit');
  await slow.end();
  while ((await through()) < at.getTime()) await countOn();
  await compareWithFullCount();
});

test('two processes count at once, and each result once', async () => {
  await database.system.run(INSERT, [orgId, makeJobs(300)]);
  const [{ at }] = (await database.system.query<{ at: Date }>('select clock_timestamp() as at')) as [{ at: Date }];
  while ((await through()) < at.getTime()) {
    await Promise.all([countOn(), countOn(), mergeFigures(database.system), countOn()]);
  }
  await compareWithFullCount();
});

test('a wrong figure is found by comparing hours with their jobs', async () => {
  assert.deepEqual(await findWrongHours(database.system, 200), []);
  const [{ hour }] = (await database.system.query<{ hour: Date }>(
    `update job_figures set jobs = jobs + 1 where ctid = (select ctid from job_figures limit 1) returning starts_at as hour`,
  )) as [{ hour: Date }];
  assert.deepEqual(pluck(await findWrongHours(database.system, 200), 'startsAt'), [hour]);
  for (const statement of RECOUNT) await database.system.run(statement, []);
  const [{ at }] = (await database.system.query<{ at: Date }>('select clock_timestamp() as at')) as [{ at: Date }];
  while (!((await through()) > at.getTime())) await countOn();
  assert.deepEqual(await findWrongHours(database.system, 200), []);
  await compareWithFullCount();
  await sumOn();
  assert.deepEqual(await findWrongSums(database.system, 200), []);
  await compareWithFullCount();
});

test('an organization sees its own figures only', async () => {
  const other = await createOrganization(database.system, { name: 'Two' });
  const wanted = { span: { from: FIRST, to: NOW }, bucketSeconds: 3_600, by: 'agent_id', times: 'none' } as const;
  assert.deepEqual((await readFigures(database.tenant(other.id), orgId, wanted)).counts, []);
  assert.deepEqual((await readFigures(database.tenant(other.id), other.id, wanted)).counts, []);
});
