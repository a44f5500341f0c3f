import type { Database } from '@errand/server/platform/db.ts';
import pg from 'pg';
import type { Tenant } from './lab.ts';

// Writes the rows of states that would take hours to reach over HTTP, with set-based SQL, as the service would have.

/** Inserts waiting jobs of one organization. */
export async function fillWaiting(url: string, tenant: Tenant, count: number): Promise<void> {
  await inSession(url, async (client) => {
    for (let done = 0; done < count; done += 100_000) {
      await client.query(
        `with made as materialized (
          select uuidv7() as id, i from generate_series($4::int + 1, $4::int + least($5::int, 100000)) as i
        ),
        job as (
          insert into jobs (id, org_id, agent_id, version_id, origin, inputs, metadata, cache_key, cache_outcome,
            timeout_seconds, created_at)
          select id, $1, $2, $3, 'api', json_build_array(json_build_object('key', 'text', 'value', 'fill ' || i)),
            '{"source":"bench"}', sha256(id::text::bytea), 'miss', 7200, uuid_extract_timestamp(id)
          from made
        )
        insert into job_queue (job_id, org_id, agent_id, status, priority, run_at)
        select id, $1, $2, 0, 2, uuid_extract_timestamp(id) from made`,
        [tenant.orgId, tenant.agentId, tenant.versionId, done, count - done],
      );
    }
  });
}

export async function vacuum(url: string): Promise<void> {
  await inSession(url, async (client) => {
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
}

export type History = { tenant: Tenant; jobs: number; months: number };

/**
 * Inserts finished jobs, spread evenly over the past months, in partitions as the service would have created them. Half
 * belong to the tenant's agent, the rest to other agents of the same and of other organizations.
 */
export async function fillHistory(url: string, { tenant, jobs, months }: History): Promise<void> {
  await inSession(url, async (client) => {
    await createPastPartitions(client, months);
    const step = 250_000;
    for (let done = 0; done < jobs; done += step) {
      await client.query(
        `with made as materialized (
          select uuidv7(-make_interval(days => $6::int * 30) * (1 - i::float8 / $5::float8)) as id, i,
            case when i % 2 = 0 then $2::uuid else md5((i % 39)::text)::uuid end as agent_id,
            case when i % 2 = 0 or i % 39 < 10 then $1::uuid else md5('org' || i % 39)::uuid end as org_id,
            case when i % 20 = 4 then 4 when i % 50 = 6 then 5 else 3 end as status
          from generate_series($4::int + 1, least($4::int + ${step}, $5::int)) as i
        ),
        job as (
          insert into jobs (id, org_id, agent_id, version_id, origin, inputs, metadata, cache_key, cache_outcome,
            timeout_seconds, created_at)
          select id, org_id, agent_id, $3, 'api',
            json_build_array(json_build_object('key', 'text', 'value', 'Invoice ' || i || ' of a customer, to be read')),
            '{"source":"bench"}', sha256(id::text::bytea), 'miss', 7200, uuid_extract_timestamp(id)
          from made
        )
        insert into job_results (job_id, org_id, agent_id, status, outputs, error_message, input_tokens, output_tokens,
          cost, duration_ms, attempt, worker_id, events, finished_at)
        select id, org_id, agent_id, status,
          case when status = 3 then json_build_array(json_build_object('key', 'text', 'data_type', 'text/plain', 'value',
            'The answer to ' || i, 'description', '', 'cost', 0.0012)) else '[]' end,
          case when status = 4 then 'The page could not be read.' end, 900, 120, 0.0012, 2300, 1, md5('worker')::uuid,
          json_build_array(
            json_build_object('at', floor(extract(epoch from uuid_extract_timestamp(id)) * 1000), 'status', 1),
            json_build_object('at', floor(extract(epoch from uuid_extract_timestamp(id)) * 1000) + 2300, 'status', status)),
          uuid_extract_timestamp(id) + interval '2.3 s'
        from made`,
        [tenant.orgId, tenant.agentId, tenant.versionId, done, jobs, months],
      );
    }
    await client.query(
      `insert into agent_job_counts (agent_id, org_id, job_count, most_recent_job)
        values ($1, $2, $3, now()) on conflict (agent_id) do update set job_count = excluded.job_count`,
      [tenant.agentId, tenant.orgId, Math.floor(jobs / 2)],
    );
  });
}

/** Inserts steps for every job. The last step of each is a model call. */
export async function fillSteps(url: string, each: number): Promise<void> {
  await inSession(url, async (client) => {
    await client.query(
      `insert into job_steps (job_id, key, org_id, seq, kind, name, model, status, started_at, duration_ms, input_tokens,
         output_tokens, cost, result)
       select j.id, 'step-' || n, j.org_id, n, case when n = $1::int then 'model' else 'tool' end, 'Read page ' || n,
         case when n = $1::int then 'gpt-4.1' end, 'succeeded', j.created_at + n * interval '0.5 s', 500, 300, 40, 0.0004,
         json_build_object('text', 'Page ' || n || ' of ' || j.id, 'confidence', 0.9)
       from jobs j, generate_series(1, $1::int) n`,
      [each],
    );
  });
}

/** Returns ids of the tenant's finished jobs from all over its history. */
export async function sampleJobIds(database: Database, tenant: Tenant, count: number, jobs: number): Promise<string[]> {
  const rows = await database.system.query<{ id: string }>(
    `select id from (select id, row_number() over (order by id) as place from jobs where agent_id = $1) numbered
      where place % greatest(1, $3::bigint / 2 / $2::bigint) = 0 limit $2`,
    [tenant.agentId, count, jobs],
  );
  return rows.map((row) => row.id);
}

async function createPastPartitions(client: pg.Client, months: number): Promise<void> {
  for (let back = 1; back <= months; back += 1) {
    for (const parent of ['jobs', 'job_results']) {
      const { rows } = await client.query<{ name: string; lower: string; upper: string }>(
        `select to_char(month, 'YYYYMM') as name, errand_first_id(month at time zone 'utc') as lower,
            errand_first_id((month + interval '1 month') at time zone 'utc') as upper
          from (select date_trunc('month', now() at time zone 'utc') - make_interval(months => $1) as month) past`,
        [back],
      );
      const { name, lower, upper } = rows[0]!;
      await client.query(
        `create table ${parent}_${name} partition of ${parent} for values from ('${lower}') to ('${upper}')`,
      );
    }
  }
}

async function inSession(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Nothing here has to survive a crash.
    await client.query('set synchronous_commit = off');
    await work(client);
  } finally {
    await client.end();
  }
}
