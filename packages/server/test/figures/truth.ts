import type { Db } from '#platform/db.ts';

// A plain count: every job in memory, and figures made from it without any roll-up or histogram.

export type TruthJob = {
  agent: string;
  version: string;
  key: string | null;
  /** Milliseconds. */
  at: number;
  ended: number | null;
  status: number;
  cost: number;
  tokens_in: number;
  tokens_out: number;
  ms: number | null;
  waiting: number | null;
  code: string | null;
  customer: string | null;
  models: { model: string; cost: number }[] | null;
};

export const loadTruth = (db: Db, orgId: string): Promise<TruthJob[]> =>
  db.query<TruthJob>(
    `select j.agent_id as agent, j.version_id as version, j.key_id as key, extract(epoch from j.created_at)::float8 * 1000 as at,
       extract(epoch from r.finished_at)::float8 * 1000 as ended, coalesce(r.status, 0) as status, coalesce(r.cost, 0)::float8 as cost,
       coalesce(r.input_tokens, 0)::float8 as tokens_in, coalesce(r.output_tokens, 0)::float8 as tokens_out,
       r.duration_ms::float8 as ms, r.error_code as code, j.metadata->>'customer' as customer,
       ((r.events->0->>'at')::float8 - floor(extract(epoch from j.created_at) * 1000))::float8 as waiting,
       (select json_agg(s) from (select model, sum(cost)::float8 as cost from job_steps where job_id = j.id group by 1) s) as models
     from jobs j left join job_results r on r.job_id = j.id where j.org_id = $1::uuid`,
    [orgId],
  );

/** Of jobs that were accepted from the first moment on and before the second. */
export const acceptedIn = (jobs: TruthJob[], from: number, to: number): TruthJob[] =>
  jobs.filter(({ at }) => at >= from && at < to);

export function outcomes(jobs: TruthJob[]) {
  const count = (...statuses: number[]): number => jobs.filter(({ status }) => statuses.includes(status)).length;
  return { succeeded: count(3, 6), failed: count(4), cancelled: count(5), cost: costOf(jobs) };
}

export const costOf = (jobs: { cost: number }[]): number =>
  Number(jobs.reduce((sum, { cost }) => sum + cost, 0).toFixed(6));

export function exactPercentile(values: (number | null)[], share: number): number | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  return sorted.length === 0 ? null : sorted[Math.ceil(share * sorted.length) - 1]!;
}

/** Of those that succeeded without the cache, or of all that ran to an end. */
export const durations = (jobs: TruthJob[], statuses: number[]): (number | null)[] =>
  jobs.filter(({ status }) => statuses.includes(status)).map(({ ms }) => ms);
