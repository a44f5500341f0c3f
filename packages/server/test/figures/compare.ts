import type { TestOrg } from '../harness.ts';
import { acceptedIn, costOf, durations, exactPercentile, outcomes, type TruthJob } from './truth.ts';

// Asks the API for every figure that the console shows and compares it with the plain count.

const DAY_MS = 86_400_000;
/** Buckets grow by 5 %, so a percentile is within 2.5 %; three digits are shown. */
const TIMES_WITHIN = 0.03;

export type Comparison = { figures: number; differences: string[] };

/** In days before now: what the console offers, the periods before, all, and others that begin and end within hours. */
const SPANS = [
  [1, 0],
  [2, 1],
  [7, 0],
  [14, 7],
  [3.37, 1.213],
  [0.21, 0.183],
] as const;

/** Of all spans, or of the longest alone. */
export async function compareFigures(
  org: TestOrg,
  jobs: TruthJob[],
  { days, brief = false }: { days: number; brief?: boolean },
): Promise<Comparison> {
  const judge = createJudge();
  const now = Date.now();
  const spans = [...(brief ? [] : SPANS), [days, 0] as const].map(
    ([first, last]) => [now - first * DAY_MS, now - last * DAY_MS] as const,
  );
  for (const [from, to] of spans) {
    await compareActivity(org, jobs, judge, from, to);
    await compareUsage(org, jobs, judge, from, to);
    await compareErrors(org, jobs, judge, from, to);
    await compareSummary(org, jobs, judge, from, to);
    for (const by of ['agent', 'version', 'key', 'model', 'metadata.customer'] as const)
      await compareCosts(org, jobs, judge, by, from, to);
  }
  for (const agent of new Set(jobs.map((job) => job.agent))) await compareVersions(org, jobs, judge, agent);
  await compareList(org, jobs, judge);
  await compareBudgets(org, jobs, judge);
  return { figures: judge.figures(), differences: judge.differences };
}

type Judge = ReturnType<typeof createJudge>;

export function createJudge() {
  let figures = 0;
  const differences: string[] = [];
  const close = (got: unknown, expected: unknown, within: number): boolean => {
    if (typeof got !== 'number' || typeof expected !== 'number') return got === expected;
    return Math.abs(got - expected) <= Math.max(within * Math.abs(expected), within > 0 ? 1 : 1e-6);
  };
  const check = (name: string, got: unknown, expected: unknown, within = 0): void => {
    figures += 1;
    if (!close(got, expected, within)) differences.push(`${name}: ${got} instead of ${expected}`);
  };
  return {
    differences,
    figures: (): number => figures,
    equal: (name: string, got: Record<string, unknown>, expected: Record<string, unknown>): void => {
      for (const key of Object.keys(expected)) check(`${name} ${key}`, got[key], expected[key]);
    },
    times: (name: string, got: number | null, values: (number | null)[], share: number): void =>
      check(`${name} p${share * 100}`, got, exactPercentile(values, share), TIMES_WITHIN),
    check,
  };
}

export async function ask(org: TestOrg, path: string): Promise<any> {
  const answer = await org.request('GET', path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
  return answer.body;
}

const period = (from: number, to: number): string =>
  `created_from=${new Date(from).toISOString()}&created_to=${new Date(to).toISOString()}`;

async function compareActivity(org: TestOrg, jobs: TruthJob[], judge: Judge, from: number, to: number): Promise<void> {
  const body = await ask(org, `/v1/agents/activity/?${period(from, to)}`);
  const meant = acceptedIn(jobs, from, to);
  const name = `activity ${period(from, to)}`;
  judge.check(`${name} complete`, body.complete, true);
  judge.equal(name, body.totals, outcomes(meant));
  const waited = meant.filter(({ status }) => status === 3 || status === 4).map(({ waiting }) => waiting);
  for (const [share, member] of [
    [0.5, 'p50_ms'],
    [0.95, 'p95_ms'],
  ] as const) {
    judge.times(`${name} totals`, body.totals[member], durations(meant, [3]), share);
    judge.times(`${name} waiting`, body.totals[`waiting_${member}`], waited, share);
  }
  const byAgent = Map.groupBy(meant, ({ agent }) => agent);
  for (const [agent, own] of byAgent) {
    const row = body.agents.find((one: any) => one.agent_id === agent);
    if (own.every(({ status }) => status < 3)) continue;
    judge.equal(`${name} agent ${agent}`, row ?? {}, outcomes(own));
    judge.times(`${name} agent ${agent}`, row?.p95_ms, durations(own, [3]), 0.95);
  }
  const seconds = body.bucket_seconds * 1_000;
  const keyOf = (agent: string, at: number): string => `${agent} ${Math.floor(at / seconds) * seconds}`;
  const ended = meant.filter(({ status }) => status >= 3);
  const byBucket = Map.groupBy(ended, ({ agent, at }) => keyOf(agent, at));
  judge.check(`${name} buckets`, body.buckets.length, byBucket.size);
  for (const bucket of body.buckets)
    judge.equal(
      `${name} bucket ${bucket.agent_id} ${bucket.at}`,
      bucket,
      outcomes(byBucket.get(keyOf(bucket.agent_id, Date.parse(bucket.at))) ?? []),
    );
}

async function compareUsage(org: TestOrg, jobs: TruthJob[], judge: Judge, from: number, to: number): Promise<void> {
  const bucket = to - from > 7 * DAY_MS ? 'day' : 'hour';
  const length = bucket === 'day' ? DAY_MS : 3_600_000;
  const body = await ask(org, `/v1/organizations/${org.orgId}/usage/?bucket=${bucket}&${period(from, to)}`);
  const keyOf = (agent: string, at: number): string => `${agent} ${Math.floor(at / length) * length}`;
  const rows = Map.groupBy(acceptedIn(jobs, from, to + 1), ({ agent, at }) => keyOf(agent, at));
  judge.check(`usage ${period(from, to)} rows`, body.results.length, rows.size);
  for (const row of body.results) {
    const own = rows.get(keyOf(row.agent_id, Date.parse(row.starts_at))) ?? [];
    const name = `usage ${row.agent_id} ${row.starts_at}`;
    judge.equal(name, row, {
      jobs: own.length,
      succeeded: own.filter(({ status }) => status === 3).length,
      cached: own.filter(({ status }) => status === 6).length,
      failed: own.filter(({ status }) => status === 4).length,
      cancelled: own.filter(({ status }) => status === 5).length,
      cost: costOf(own),
      input_tokens: own.reduce((sum, { tokens_in }) => sum + tokens_in, 0),
      output_tokens: own.reduce((sum, { tokens_out }) => sum + tokens_out, 0),
    });
    judge.times(name, row.duration_p95_ms, durations(own, [3, 4]), 0.95);
  }
}

async function compareErrors(org: TestOrg, jobs: TruthJob[], judge: Judge, from: number, to: number): Promise<void> {
  const { results } = await ask(org, `/v1/agents/jobs/errors/?${period(from, to)}`);
  const failed = acceptedIn(jobs, from, to + 1).filter(({ code }) => code !== null);
  const groups = Map.groupBy(failed, ({ code }) => code!);
  judge.check(`errors ${period(from, to)}`, results.length, groups.size);
  for (const { code, count, complete, first_seen, last_seen } of results) {
    const times = (groups.get(code) ?? []).sort((a, b) => a.at - b.at).map(({ ended }) => Math.floor(ended!));
    const name = `errors ${code} ${period(from, to)}`;
    // "More than", beyond what is counted.
    judge.check(`${name} count`, count, complete ? times.length : Math.min(times.length, 10_000));
    judge.equal(
      name,
      { first: Date.parse(first_seen), last: Date.parse(last_seen) },
      { first: times[0], last: times.at(-1) },
    );
  }
}

async function compareSummary(org: TestOrg, jobs: TruthJob[], judge: Judge, from: number, to: number): Promise<void> {
  const body = await ask(org, `/v1/agents/jobs/summary/?${period(from, to)}`);
  const meant = acceptedIn(jobs, from, to + 1);
  const name = `list ${period(from, to)}`;
  judge.equal(name, body, { count: meant.length, cost: costOf(meant), complete: true });
  judge.times(name, body.p95_ms, durations(meant, [3]), 0.95);
  const length = body.bucket_seconds * 1_000;
  const byBucket = Map.groupBy(meant, ({ at }) => Math.floor(at / length) * length);
  judge.check(`${name} buckets`, body.buckets.length, byBucket.size);
  for (const bucket of body.buckets) {
    const own = byBucket.get(Date.parse(bucket.at)) ?? [];
    const failed = own.filter(({ status }) => status === 4).length;
    judge.equal(`${name} ${bucket.at}`, bucket, { jobs: own.length, failed, cost: costOf(own) });
    judge.times(`${name} ${bucket.at}`, bucket.p95_ms, durations(own, [3]), 0.95);
  }
}

/** Without any filter: what there is, and what it all cost. */
async function compareList(org: TestOrg, jobs: TruthJob[], judge: Judge): Promise<void> {
  const body = await ask(org, '/v1/agents/jobs/summary/');
  judge.equal('list of all', body, { count: jobs.length, cost: costOf(jobs), complete: true });
  for (const agent of new Set(jobs.map((job) => job.agent))) {
    const own = jobs.filter((job) => job.agent === agent);
    const { count, cost } = await ask(org, `/v1/agents/jobs/summary/?agent_id=${agent}`);
    judge.equal(`list of ${agent}`, { count, cost }, { count: own.length, cost: costOf(own) });
  }
}

type By = 'agent' | 'version' | 'key' | 'model' | 'metadata.customer';

function costsBy(jobs: TruthJob[], by: By): Map<string, { jobs: number; cost: number }> {
  const parts = jobs.flatMap((job): { value: string | null; cost: number }[] => {
    if (job.status < 3) return [];
    if (by === 'model') return (job.models ?? []).map(({ model, cost }) => ({ value: model, cost }));
    return [{ value: by === 'metadata.customer' ? job.customer : job[by], cost: job.cost }];
  });
  const groups = Map.groupBy(
    parts.filter(({ value }) => value !== null),
    ({ value }) => value!,
  );
  return new Map([...groups].map(([value, own]) => [value, { jobs: own.length, cost: costOf(own) }]));
}

async function compareCosts(
  org: TestOrg,
  jobs: TruthJob[],
  judge: Judge,
  by: By,
  from: number,
  to: number,
): Promise<void> {
  const path = `/v1/organizations/${org.orgId}/costs/?by=${by}&compare=true&${period(from, to)}`;
  const body = await ask(org, path);
  const name = `cost by ${by} ${period(from, to)}`;
  const expected = costsBy(acceptedIn(jobs, from, to + 1), by);
  const before = costsBy(acceptedIn(jobs, from - (to - from) - 1, from), by);
  // It says so when it could not look at everything.
  if (!body.complete) return judge.check(`${name} complete`, by, 'metadata.customer');
  judge.check(
    `${name} rows`,
    body.results.length + body.left_out,
    new Set([...expected.keys(), ...before.keys()]).size,
  );
  for (const { value, jobs: count, cost, cost_before } of body.results)
    judge.equal(
      `${name} ${value}`,
      { jobs: count, cost, cost_before },
      { ...(expected.get(value) ?? { jobs: 0, cost: 0 }), cost_before: before.get(value)?.cost ?? 0 },
    );
}

async function compareVersions(org: TestOrg, jobs: TruthJob[], judge: Judge, agent: string): Promise<void> {
  const body = await ask(org, `/v1/agents/${agent}/activity/?hours=720`);
  const meant = acceptedIn(jobs, Date.parse(body.from), Date.parse(body.to) + 1).filter((job) => job.agent === agent);
  const groups = Map.groupBy(
    meant.filter(({ status }) => status >= 3),
    ({ version }) => version,
  );
  judge.check(`versions of ${agent}`, body.versions.length, groups.size);
  for (const row of body.versions) {
    const own = groups.get(row.agent_version_id) ?? [];
    judge.equal(`version ${row.agent_version_id}`, row, outcomes(own));
    judge.times(`version ${row.agent_version_id}`, row.p95_ms, durations(own, [3]), 0.95);
  }
}

async function compareBudgets(org: TestOrg, jobs: TruthJob[], judge: Judge): Promise<void> {
  for (const budget of await ask(org, '/v1/budgets/')) {
    const meant = jobs.filter(
      (job) =>
        job.at >= Date.parse(budget.period_starts_at) &&
        (budget.agent_id === null || job.agent === budget.agent_id) &&
        (budget.key_id === null || job.key === budget.key_id),
    );
    judge.equal(`budget of ${budget.name} for a ${budget.period}`, budget, { spent: costOf(meant) });
  }
}
