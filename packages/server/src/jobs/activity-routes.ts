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
import { countActivity, countOpenByAgent, countVersionActivity, describeAgents, type Open } from './usage/activity.ts';

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
      const span = { from: fromMs, to: toMs + 1 };
      const counted = await countVersionActivity(database.tenant(orgId), orgId, agent.id, span);
      return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), ...counted };
    },
  });
}

async function viewActivity(db: Db, orgId: string, query: Static<typeof ActivityQuery>) {
  const { fromMs, toMs, bucketSeconds } = readWindow(query);
  const agentIds = query.agent_id?.map((id) => id.toLowerCase());
  const [counted, open] = await Promise.all([
    countActivity(db, orgId, { span: { from: fromMs, to: toMs }, bucketSeconds, agentIds }),
    // A period in the past has no open jobs.
    query.created_to === undefined ? countOpenByAgent(db, orgId, agentIds) : new Map<string, Open>(),
  ]);
  const agents = await describeAgents(db, orgId, [...new Set([...counted.agents.keys(), ...open.keys()])]);
  const sumOf = (name: keyof Open): number => [...open.values()].reduce((sum, counts) => sum + counts[name], 0);
  const none = { succeeded: 0, failed: 0, cancelled: 0, cost: 0, p50_ms: null, p95_ms: null };
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    bucket_seconds: bucketSeconds,
    complete: counted.complete,
    totals: { ...counted.totals, in_flight: sumOf('in_flight'), waiting: sumOf('waiting') },
    agents: agents.map(({ id, last_status }) => ({
      agent_id: id,
      ...(counted.agents.get(id) ?? none),
      ...(open.get(id) ?? { in_flight: 0, waiting: 0 }),
      last_status,
    })),
    buckets: counted.buckets,
  };
}

/** Reads the period and the length of its buckets. */
function readWindow(query: Static<typeof ActivityQuery>): { fromMs: number; toMs: number; bucketSeconds: number } {
  // One millisecond after now, so that the newest job is included.
  const toMs = readMoment('created_to', query.created_to)?.getTime() ?? databaseNow() + 1;
  const fromMs = readMoment('created_from', query.created_from)?.getTime() ?? toMs - (query.hours ?? 24) * HOUR_MS;
  if (fromMs >= toMs) throw invalidFields({ created_from: ['Must be before created_to.'] });
  if (toMs - fromMs > HOURS_MAX * HOUR_MS)
    throw invalidFields({ created_from: ['The period must be at most 92 days.'] });
  const seconds = (toMs - fromMs) / 1_000;
  const bucketSeconds = query.bucket_seconds ?? chooseBucket(seconds / 24);
  if (Math.floor(seconds) / bucketSeconds > BUCKETS_MAX) {
    const least = Math.ceil(seconds / BUCKETS_MAX);
    throw invalidFields({ bucket_seconds: [`Must be at least ${least} for this period.`] });
  }
  return { fromMs, toMs, bucketSeconds };
}

/** Chooses whole hours for long periods: stats are kept by hour, and anything finer is counted from the jobs. */
function chooseBucket(seconds: number): number {
  return seconds < 1_800 ? Math.max(60, Math.ceil(seconds)) : Math.ceil(seconds / 3_600) * 3_600;
}
