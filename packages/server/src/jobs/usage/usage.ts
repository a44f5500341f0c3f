import type { UsageQuery } from '@errand/contract/usage.ts';
import type { Static } from 'typebox';
import { readMoment } from '#orgs/moment.ts';
import type { Db } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { databaseNow, idTime } from '#platform/ids.ts';
import {
  type AgentUsage,
  type Bucket,
  countUsage,
  findAgentNames,
  findFirstJob,
  findUsageEdge,
  insertUsageDays,
  listUsageDays,
  type Span,
} from './usage-store.ts';

// What was done and what it cost, by agent and day or hour of acceptance (UTC). Counted from the jobs themselves, so it
// is always right. A day that is over, with no job of it still open, is counted once and kept: a look at a month then
// reads thirty rows and the jobs of today. One look counts a million jobs at most; the next one goes on from there.

type Query = Static<typeof UsageQuery>;
type Row = AgentUsage & { starts_at: string };

const DAY_MS = 86_400_000;
const JOBS_MAX = 1_000_000;
const ROWS_MAX = 50_000;
/** By then every request that was accepted on a day has committed. */
const SETTLED_MS = 3_600_000;
const limits = { hour: { days: 7, default: 1 }, day: { days: 366, default: 30 } };

export async function listUsage(db: Db, orgId: string, query: Query) {
  const bucket = query.bucket ?? 'day';
  const to = readMoment('created_to', query.created_to)?.getTime() ?? databaseNow();
  const from = readMoment('created_from', query.created_from)?.getTime() ?? to - limits[bucket].default * DAY_MS;
  if (to - from > limits[bucket].days * DAY_MS) {
    throw invalidFields({ created_from: [`At most ${limits[bucket].days} days can be asked for by ${bucket}.`] });
  }
  const { rows, countedFrom } = await collect(db, orgId, bucket, { from, to: to + 1 });
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
    counted_from: countedFrom === undefined ? null : new Date(countedFrom).toISOString(),
    results: named.slice(0, ROWS_MAX),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function collect(db: Db, orgId: string, bucket: Bucket, whole: Span) {
  const over = bucket === 'day' ? daysThatAreOver(whole) : { from: whole.to, to: whole.to };
  const kept = over.from < over.to ? await listUsageDays(db, orgId, dayOf(over.from), dayOf(over.to)) : [];
  const rows: Row[] = kept.flatMap(({ day, agents }) =>
    agents.map((agent) => ({ ...agent, starts_at: new Date(day).toISOString() })),
  );
  let left = JOBS_MAX;
  for (const span of gaps(whole, new Set(kept.map(({ day }) => Date.parse(day))))) {
    const edge = await findUsageEdge(db, orgId, span, left);
    const counted = { from: edge === undefined ? span.from : idTime(edge).getTime() + 1, to: span.to };
    const found = await countUsage(db, orgId, bucket, counted);
    await keepDays(db, orgId, { from: Math.max(over.from, counted.from), to: Math.min(over.to, counted.to) }, found);
    rows.push(...found.map(({ open: _open, ...row }) => ({ ...row, starts_at: row.starts_at.toISOString() })));
    left -= found.reduce((sum, { jobs }) => sum + jobs, 0);
    if (edge === undefined) continue;
    // What lies before is left out whole, so that no day in the middle looks empty.
    const first = new Date(counted.from - (counted.from % DAY_MS)).toISOString();
    return { rows: rows.filter((row) => row.starts_at >= first), countedFrom: counted.from };
  }
  return { rows, countedFrom: undefined };
}

/** The whole days of a span of which nothing can change any more but by jobs that are still open. */
function daysThatAreOver({ from, to }: Span): Span {
  const end = Math.min(to, databaseNow() - SETTLED_MS);
  // No job is older than the count of seconds that its id begins with.
  return { from: Math.max(0, Math.ceil(from / DAY_MS) * DAY_MS), to: Math.floor(end / DAY_MS) * DAY_MS };
}

/** What of a span is not among the days, the newest first. */
function gaps({ from, to }: Span, days: ReadonlySet<number>): Span[] {
  const spans: Span[] = [];
  let start = from;
  for (const day of [...days].sort((a, b) => a - b)) {
    if (day > start) spans.push({ from: start, to: day });
    start = day + DAY_MS;
  }
  if (to > start) spans.push({ from: start, to });
  return spans.reverse();
}

async function keepDays(db: Db, orgId: string, span: Span, found: Awaited<ReturnType<typeof countUsage>>) {
  if (span.to - span.from < DAY_MS) return;
  const byDay = Map.groupBy(found, (row) => row.starts_at.getTime());
  const days: Parameters<typeof insertUsageDays>[2] = [];
  const first = await findFirstJob(db, orgId);
  // The days before it are empty for ever, and looking at them costs nothing.
  const from =
    first === undefined ? span.to : Math.max(span.from, Math.floor(idTime(first).getTime() / DAY_MS) * DAY_MS);
  for (let day = Math.ceil(from / DAY_MS) * DAY_MS; day + DAY_MS <= span.to; day += DAY_MS) {
    const rows = byDay.get(day) ?? [];
    if (rows.some(({ open }) => open > 0)) continue;
    const agents = rows.map(({ open: _open, starts_at: _at, ...agent }) => agent);
    days.push({ day: dayOf(day), agents });
  }
  if (days.length > 0) await insertUsageDays(db, orgId, days);
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
