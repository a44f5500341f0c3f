import type { ActivityQuery } from '@errand/contract/activity.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { getAgent } from '#agents/get-agent.ts';
import { endpoint } from '#http/endpoint.ts';
import { readMoment } from '#orgs/moment.ts';
import type { Database, Db } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import {
  type ActivityRow,
  countInFlight,
  listActiveAgents,
  listActivity,
  listVersionActivity,
} from './usage/activity.ts';

const BUCKETS_MAX = 400;
const HOUR_MS = 3_600_000;
const HOURS_MAX = 24 * 92;

export function addActivityRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  endpoint(app, operations.activity.get, {
    handler: ({ caller: { orgId }, query }) => viewActivity(database.tenant(orgId), orgId, query),
  });

  endpoint(app, operations.activity.ofVersions, {
    load: ({ caller, params }) => getAgent(database, caller.orgId, params.agent_id),
    async handler({ caller: { orgId }, query: { hours = 720 }, resource: agent }) {
      const toMs = databaseNow();
      const fromMs = toMs - hours * HOUR_MS;
      const { rows, complete } = await listVersionActivity(database.tenant(orgId), orgId, agent.id, fromMs);
      return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), complete, versions: rows };
    },
  });
}

async function viewActivity(db: Db, orgId: string, query: Static<typeof ActivityQuery>) {
  const { fromMs, toMs, bucketSeconds } = readWindow(query);
  const window = { fromMs, toMs, bucketSeconds, agentIds: query.agent_id?.map((id) => id.toLowerCase()) };
  const agentIds = await listActiveAgents(db, orgId, window);
  const [{ rows, complete }, inFlight] = await Promise.all([
    listActivity(db, orgId, agentIds, window),
    // In a time that is over nothing is in flight.
    query.created_to === undefined ? countInFlight(db, orgId, agentIds) : new Map<string, number>(),
  ]);
  const whole = new Map(rows.filter((row) => row.bucket === null).map((row) => [row.agent_id, row]));
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    bucket_seconds: bucketSeconds,
    complete,
    totals: sum([...whole.values()], [...inFlight.values()]),
    agents: agentIds
      .filter((agentId) => query.created_to === undefined || whole.has(agentId))
      .map((agentId) => toAgent(agentId, whole.get(agentId), inFlight.get(agentId) ?? 0)),
    buckets: rows.filter((row) => row.bucket !== null).map(toBucket),
  };
}

/** The time that is asked for, and the buckets it is cut into. */
function readWindow(query: Static<typeof ActivityQuery>): { fromMs: number; toMs: number; bucketSeconds: number } {
  // A moment later than now, so that the newest job is in it.
  const toMs = readMoment('created_to', query.created_to)?.getTime() ?? databaseNow() + 1;
  const fromMs = readMoment('created_from', query.created_from)?.getTime() ?? toMs - (query.hours ?? 24) * HOUR_MS;
  if (fromMs >= toMs) throw invalidFields({ created_from: ['Has to be before created_to.'] });
  if (toMs - fromMs > HOURS_MAX * HOUR_MS) throw invalidFields({ created_from: ['At most 92 days can be asked for.'] });
  const seconds = (toMs - fromMs) / 1_000;
  const bucketSeconds = query.bucket_seconds ?? Math.max(60, Math.ceil(seconds / 24));
  if (Math.floor(seconds) / bucketSeconds > BUCKETS_MAX) {
    const least = Math.ceil(seconds / BUCKETS_MAX);
    throw invalidFields({ bucket_seconds: [`Has to be at least ${least} for this time.`] });
  }
  return { fromMs, toMs, bucketSeconds };
}

const groupsOf = ({ succeeded, failed, cancelled, cost }: ActivityRow) => ({ succeeded, failed, cancelled, cost });

const toBucket = (row: ActivityRow) => ({
  agent_id: row.agent_id,
  at: new Date(row.bucket! * 1_000).toISOString(),
  ...groupsOf(row),
});

function toAgent(agentId: string, row: ActivityRow | undefined, inFlight: number) {
  const counted = row ? groupsOf(row) : { succeeded: 0, failed: 0, cancelled: 0, cost: 0 };
  return {
    agent_id: agentId,
    ...counted,
    p50_ms: row?.p50_ms ?? null,
    p95_ms: row?.p95_ms ?? null,
    in_flight: inFlight,
    last_status: row?.last_status ?? null,
  };
}

/** Latency of all agents together: the middle of theirs, weighed by how many jobs stand behind each. */
function sum(rows: ActivityRow[], inFlight: number[]) {
  const add = (read: (row: ActivityRow) => number): number => rows.reduce((total, row) => total + read(row), 0);
  return {
    succeeded: add((row) => row.succeeded),
    failed: add((row) => row.failed),
    cancelled: add((row) => row.cancelled),
    cost: add((row) => row.cost),
    p50_ms: weighedMiddle(rows, (row) => row.p50_ms),
    p95_ms: weighedMiddle(rows, (row) => row.p95_ms),
    in_flight: inFlight.reduce((total, count) => total + count, 0),
  };
}

function weighedMiddle(rows: ActivityRow[], read: (row: ActivityRow) => number | null): number | null {
  const known = rows.filter((row) => read(row) !== null).sort((a, b) => read(a)! - read(b)!);
  const half = known.reduce((total, row) => total + row.succeeded, 0) / 2;
  let seen = 0;
  for (const row of known) {
    seen += row.succeeded;
    if (seen >= half) return read(row);
  }
  return null;
}
