import { readJobQuery } from '#jobs/query/read-query.ts';
import { suggest } from '#jobs/query/suggest.ts';
import { listErrorGroups } from '#jobs/read/error-groups.ts';
import { listFacets } from '#jobs/read/facets.ts';
import { listAllJobs } from '#jobs/read/list-all-jobs.ts';
import { summarizeJobs } from '#jobs/read/summary.ts';
import { countActivity } from '#jobs/usage/activity.ts';
import type { Db } from '#platform/db.ts';

// What the page of jobs and Home ask for, by name.

type Ask = (db: Db, orgId: string) => Promise<unknown>;

const DAY_MS = 86_400_000;
const page = { size: 15, columns: [] };
const list =
  (q: string): Ask =>
  async (db, orgId) =>
    listAllJobs(db, orgId, await readJobQuery(db, orgId, { q }), page);
const suggestion =
  (q: string): Ask =>
  (db, orgId) =>
    suggest(db, orgId, q);
const summary =
  (query: object): Ask =>
  async (db, orgId) =>
    summarizeJobs(db, orgId, await readJobQuery(db, orgId, query));

/** Answered by an index in the order of the list, or by figures. */
export const narrowed: Record<string, Ask> = {
  'the list': list(''),
  'status:failure': list('status:failure'),
  'status:pending': list('status:pending'),
  'agent:"Agent 1"': list('agent:"Agent 1"'),
  'agent:"Agent 1" status:failure': list('agent:"Agent 1" status:failure'),
  'since:24h': list('since:24h'),
  'from and to': list(`to:${new Date(Date.now() - 5 * DAY_MS).toISOString().slice(0, 10)}`),
  'error:errand.jobs.timeout': list('error:errand.jobs.timeout'),
  'error:timeout': list('error:timeout'),
  'completion of agents': suggestion('agent:ag'),
  'completion of models': suggestion('model:'),
  'completion of errors': suggestion('error:errand.f'),
  'completion of paths': suggestion('output.'),
  'completion of values': suggestion('metadata.customer:cust'),
};

/** Conditions on the stretch of jobs that one page looks at. */
export const searched: Record<string, Ask> = {
  '-model:model-1': list('-model:model-1'),
  'model:none': list('model:none'),
  'cost:>0.05': list('cost:>0.05'),
  'cost:>1000': list('cost:>1000'),
  'output.total:>990': list('output.total:>990'),
  'output.total:>5000': list('output.total:>5000'),
  'metadata.case:A-17': list('metadata.case:A-17'),
  'a word that is nowhere': list('nowhere'),
  facets: async (db, orgId) => listFacets(db, orgId, {}),
};

/** Figures, by hours and agents. */
export const figured: Record<string, Ask> = {
  'count and time strip': summary({}),
  'count and time strip of an agent': summary({ q: 'agent:"Agent 1"' }),
  'count and time strip of a day': summary({ q: 'since:24h' }),
  'Home, 24 hours': (db, orgId) =>
    countActivity(db, orgId, {
      span: { from: Date.now() - DAY_MS, to: Date.now() },
      bucketSeconds: 3_600,
      agentIds: undefined,
    }),
};

/** At most 10,000 failures of each reason. */
export const counted: Record<string, Ask> = { 'errors of 7 days': (db, orgId) => listErrorGroups(db, orgId, {}) };

/** Stretch by stretch, for 1.5 seconds. */
export const timed: Record<string, Ask> = {
  'count of cost:>0.05': summary({ q: 'cost:>0.05' }),
  'count of output.total:>990': summary({ q: 'output.total:>990' }),
  'count of -model:model-1': summary({ q: '-model:model-1' }),
};
