import { Activity, ActivityQuery } from '@errand/contract/activity.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { readQuery } from '#http/validate.ts';
import type { Database } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { type ActivityRow, countInFlight, listActiveAgents, listActivity } from './activity.ts';

const BUCKETS_MAX = 400;

export function addActivityRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  endpoint(app, {
    method: 'GET',
    path: '/v1/agents/activity/',
    tag: 'Jobs',
    summary: 'Jobs over time',
    description: 'Counts by outcome, cost and latency of the agents’ latest jobs, by agent and by time.',
    query: ActivityQuery,
    responses: { 200: Activity },
    async handler(request) {
      const { orgId } = request.caller;
      const query = readQuery(request, ActivityQuery);
      const hours = query.hours ?? 24;
      const bucketSeconds = query.bucket_seconds ?? Math.max(60, hours * 150);
      if ((hours * 3_600) / bucketSeconds > BUCKETS_MAX) {
        throw invalidFields({
          bucket_seconds: [`Has to be at least ${Math.ceil((hours * 3_600) / BUCKETS_MAX)} for ${hours} hours.`],
        });
      }
      const toMs = databaseNow();
      const fromMs = toMs - hours * 3_600_000;
      const db = database.tenant(orgId);
      const window = { fromMs, bucketSeconds, agentIds: query.agent_id?.map((id) => id.toLowerCase()) };
      const agentIds = await listActiveAgents(db, orgId, window);
      const [{ rows, complete }, inFlight] = await Promise.all([
        listActivity(db, orgId, agentIds, window),
        countInFlight(db, orgId, agentIds),
      ]);
      const whole = new Map(rows.filter((row) => row.bucket === null).map((row) => [row.agent_id, row]));
      return {
        from: new Date(fromMs).toISOString(),
        to: new Date(toMs).toISOString(),
        bucket_seconds: bucketSeconds,
        complete,
        totals: sum([...whole.values()], [...inFlight.values()]),
        agents: agentIds.map((agentId) => toAgent(agentId, whole.get(agentId), inFlight.get(agentId) ?? 0)),
        buckets: rows.filter((row) => row.bucket !== null).map(toBucket),
      };
    },
  });
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
