import { randomUUID } from 'node:crypto';
import type { Db } from '#platform/db.ts';

// Jobs as months of work would have left them, written by set-based SQL: several outcomes, versions, keys, models, codes of
// failures, metadata, waiting and working times that differ by agent, and jobs that are still open. Deterministic.

export type Fill = {
  orgId: string;
  agents: { id: string; versionIds: string[] }[];
  keyIds: string[];
  jobs: number;
  /** They are spread over this time before now, in order, a third of them over its last tenth. */
  days: number;
  /** Numbers of other jobs are not used again. */
  serial?: number;
  /** They end now instead of when they would have. */
  endNow?: boolean;
  /** Some more, which have not ended. */
  open?: number;
};

const STEP = 100_000;

export async function fillJobs(db: Db, fill: Fill): Promise<void> {
  const { serial = 0, jobs, open = 0 } = fill;
  for (let done = 0; done < jobs; done += STEP)
    await db.run(JOBS, [JSON.stringify(given(fill)), serial + done + 1, serial + Math.min(jobs, done + STEP)]);
  const first = serial + jobs + 1;
  if (open > 0)
    await db.run(OPEN, [JSON.stringify({ ...given(fill), first, total: open }), first, serial + jobs + open]);
  await db.run(COUNTS, [fill.orgId]);
}

/** Agents of two versions each, for jobs that were never run. */
export async function insertAgents(db: Db, orgId: string, count: number): Promise<Fill['agents']> {
  const agents = Array.from({ length: count }, () => ({ id: randomUUID(), versionIds: [randomUUID(), randomUUID()] }));
  await db.run(
    `with given as (select * from json_to_recordset($2::json) as g (id uuid, name text, versions uuid[])),
     agent as (
       insert into agents (id, org_id, name, engine_class_id, current_version_id) select id, $1::uuid, name, 'EchoEngine', versions[1] from given
     )
     insert into agent_versions (id, org_id, agent_id, version_name, input_definitions, engine_config)
     select v.id, $1::uuid, given.id, 'version ' || place, '[{"key":"text","data_type":"text/plain","description":""}]', '{}'
     from given, unnest(versions) with ordinality v (id, place)`,
    [
      orgId,
      JSON.stringify(agents.map(({ id, versionIds }, place) => ({ id, name: `Agent ${place}`, versions: versionIds }))),
    ],
  );
  return agents;
}

const given = ({ orgId, agents, keyIds, days, jobs, serial = 0, endNow = false }: Fill) => ({
  first: serial + 1,
  total: jobs,
  org_id: orgId,
  agent_ids: agents.map(({ id }) => id),
  version_ids: agents.flatMap(({ versionIds }) => versionIds),
  versions: agents[0]!.versionIds.length,
  key_ids: keyIds,
  days,
  end_now: endNow,
});

/** From 0 to 1, by the number of the job and what it is for. */
const random = (what: number): string => `((hashint8extended(i, ${what}) & 1048575)::float8 / 1048576)`;

const MADE = `
  given as materialized (
    select * from json_to_record($1::json) as g (org_id uuid, agent_ids uuid[], version_ids uuid[], versions int,
      key_ids uuid[], days float8, end_now boolean, first bigint, total float8)
  ),
  drawn as materialized (
    select i, g.*, floor(${random(1)} * cardinality(agent_ids))::int as agent,
      date_trunc('milliseconds', clock_timestamp() - interval '1 minute' - make_interval(secs => 86400 * days * age)) as at,
      ${random(3)} as fate
    from generate_series($2::bigint, $3::bigint) i, given g, lateral (select (i - first + ${random(2)}) / total as place) p,
      lateral (select case when place < 2 / 3.0 then 1 - 1.35 * place else 0.3 * (1 - place) end as age) a
  ),
  made as materialized (
    select d.*, (substr(errand_first_id(at)::text, 1, 24) || lpad(to_hex(i), 12, '0'))::uuid as id,
      agent_ids[agent + 1] as agent_id, version_ids[agent * versions + 1 + floor(${random(4)} * versions)::int] as version_id,
      key_ids[1 + floor(${random(5)} * (cardinality(key_ids) + 1))::int] as key_id,
      case when fate < 0.82 then 3 when fate < 0.92 then 4 when fate < 0.96 then 5 else 6 end as status,
      -- Those of some agents are quick, those of others take minutes.
      (40 * (1 + agent % 8) ^ 3 * exp(2.5 * ${random(6)}))::bigint as ms,
      (5 * exp(7 * ${random(7)} ^ 4))::bigint as waiting,
      case when fate < 0.96 then floor(4 * ${random(8)})::int else 0 end as calls
    from drawn d
  ),
  job as (
    insert into jobs (id, org_id, agent_id, version_id, key_id, origin, inputs, metadata, cache_outcome, timeout_seconds, created_at)
    select id, org_id, agent_id, version_id, key_id, case when i % 5 = 0 then 'ui' else 'api' end,
      json_build_array(json_build_object('key', 'text', 'value', 'Invoice ' || i || ' of a customer, to be read')),
      case when i % 10 < 7 then json_build_object('customer', 'customer ' || i % 23, 'case', 'A-' || i) end,
      case when status = 6 then 'hit' else 'miss' end, 7200, at
    from made
  )`;

const JOBS = `
  with ${MADE},
  step as (
    insert into job_steps (job_id, key, org_id, seq, kind, name, model, status, started_at, duration_ms, input_tokens,
      output_tokens, cost)
    select id, 'call ' || n, org_id, n, 'model', 'Ask', 'model-' || (i + n) % 5, 'succeeded', at, ms / calls, 100 + i % 900,
      i % 200, round(0.0001 * (1 + (i * n) % 400), 8)
    from made, generate_series(1, calls) n
    returning job_id, cost, input_tokens, output_tokens
  ),
  paid as (select job_id, sum(cost) as cost, sum(input_tokens) as tokens_in, sum(output_tokens) as tokens_out from step group by 1)
  insert into job_results (job_id, org_id, agent_id, status, outputs, error_message, error_code, input_tokens, output_tokens,
    cost, duration_ms, attempt, worker_id, events, source_job_id, finished_at)
  select id, org_id, agent_id, status,
    case when status in (3, 6) then json_build_array(json_build_object('key', 'output', 'data_type', 'application/json', 'value',
      json_build_object('total', i % 1000, 'note', 'read')::text, 'description', '', 'cost', 0)) else '[]' end,
    case when status = 4 then 'It failed because of reason ' || i % 7 end,
    case when status = 4 and i % 11 > 0 then (array['errand.engines.failed', 'errand.jobs.timeout', 'errand.models.unavailable',
      'errand.files.unreadable'])[1 + i % 4] end,
    paid.tokens_in, paid.tokens_out, coalesce(paid.cost, 0), case when status = 6 then 0 else waiting + ms end, 1, md5('worker')::uuid,
    case when status = 6 or (status = 5 and i % 2 = 0) then '[]' else json_build_array(json_build_object(
      'at', floor(extract(epoch from at) * 1000) + waiting, 'status', 1)) end,
    case when status = 6 then id end,
    case when end_now then clock_timestamp() else at + make_interval(secs => (waiting + ms) / 1000.0) end
  from made left join paid on paid.job_id = id`;

// Far in the future, so that no worker takes them.
const OPEN = `
  with ${MADE}
  insert into job_queue (job_id, org_id, agent_id, status, priority, run_at)
  select id, org_id, agent_id, 0, 2, now() + interval '1 year' from made`;

const COUNTS = `
  insert into agent_job_counts (agent_id, org_id, job_count, most_recent_job)
  select agent_id, org_id, count(*), max(created_at) from jobs where org_id = $1::uuid group by 1, 2
  on conflict (agent_id) do update set job_count = excluded.job_count, most_recent_job = excluded.most_recent_job`;
