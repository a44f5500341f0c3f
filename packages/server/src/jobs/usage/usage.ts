import type { UsageQuery } from '@errand/contract/usage.ts';
import type { Static } from 'typebox';
import { readMoment } from '#orgs/moment.ts';
import type { Db } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { databaseNow, firstIdAt } from '#platform/ids.ts';
import { histograms, readFigures, type Span } from '../figures/figures.ts';
import { percentile } from '../figures/histogram.ts';

// Counts and cost of jobs, by agent and by day or hour of acceptance (UTC).

type Query = Static<typeof UsageQuery>;

const DAY_MS = 86_400_000;
const ROWS_MAX = 50_000;
const buckets = { hour: { seconds: 3_600, days: 7, default: 1 }, day: { seconds: 86_400, days: 366, default: 30 } };

export async function listUsage(db: Db, orgId: string, query: Query) {
  const bucket = query.bucket ?? 'day';
  const { seconds, days, default: byDefault } = buckets[bucket];
  const to = readMoment('created_to', query.created_to)?.getTime() ?? databaseNow();
  const from = readMoment('created_from', query.created_from)?.getTime() ?? to - byDefault * DAY_MS;
  if (to - from > days * DAY_MS) {
    throw invalidFields({ created_from: [`With bucket ${bucket} the period must be at most ${days} days.`] });
  }
  const { rows, complete } = await collect(db, orgId, { from, to: to + 1 }, seconds);
  const names = await findAgentNames(db, orgId, [...new Set(rows.map((row) => row.agent_id))]);
  const named = rows.flatMap((row) => {
    const name = names.get(row.agent_id);
    return name === undefined ? [] : [{ ...row, agent_name: name }];
  });
  named.sort((a, b) => compare(a.starts_at, b.starts_at) || compare(a.agent_name, b.agent_name));
  return {
    bucket,
    created_from: new Date(from).toISOString(),
    created_to: new Date(to).toISOString(),
    complete,
    results: named.slice(0, ROWS_MAX),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function collect(db: Db, orgId: string, span: Span, bucketSeconds: number) {
  const [{ counts, times, complete }, open] = await Promise.all([
    readFigures(db, orgId, { span, bucketSeconds, by: 'agent_id', times: 'buckets', kinds: ['duration'] }),
    countOpen(db, orgId, span, bucketSeconds),
  ]);
  const keyOf = ({ id, bucket }: { id: string; bucket: number }): string => `${id} ${bucket}`;
  const ran = histograms(
    times.map((row) => ({ ...row, id: keyOf(row) })),
    ({ kind }) => kind === 'duration',
  );
  const counted = new Map(counts.map((row) => [keyOf(row), row]));
  const keys = new Set([...counted.keys(), ...open.keys()]);
  const rows = [...keys].map((key) => {
    const [agentId, bucket] = key.split(' ') as [string, string];
    const row = counted.get(key);
    const ended = row ? row.succeeded + row.cached + row.failed + row.cancelled : 0;
    return {
      starts_at: new Date(Number(bucket) * 1_000).toISOString(),
      agent_id: agentId,
      jobs: ended + (open.get(key) ?? 0),
      succeeded: row?.succeeded ?? 0,
      cached: row?.cached ?? 0,
      failed: row?.failed ?? 0,
      cancelled: row?.cancelled ?? 0,
      cost: row?.cost ?? 0,
      input_tokens: row?.input_tokens ?? 0,
      output_tokens: row?.output_tokens ?? 0,
      duration_p50_ms: percentile(ran.get(key) ?? new Map(), 0.5),
      duration_p95_ms: percentile(ran.get(key) ?? new Map(), 0.95),
    };
  });
  return { rows, complete };
}

/** Counts jobs in flight by agent and bucket. */
export async function countOpen(
  db: Db,
  orgId: string,
  { from, to }: Span,
  seconds: number,
): Promise<Map<string, number>> {
  const rows = await db.query<{ key: string; count: number }>(
    `select q.agent_id || ' ' || floor(extract(epoch from j.created_at) / $4::int) * $4::int as key, count(*)::int as count
     from job_queue q join jobs j on j.id = q.job_id and j.org_id = $1::uuid
     where q.org_id = $1::uuid and q.job_id >= $2::uuid and q.job_id < $3::uuid group by 1`,
    [orgId, firstIdAt(from), firstIdAt(to), seconds],
  );
  return new Map(rows.map(({ key, count }) => [key, count]));
}

async function findAgentNames(db: Db, orgId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(
    'select id, name from agents where org_id = $1::uuid and id = any ($2::uuid[])',
    [orgId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
