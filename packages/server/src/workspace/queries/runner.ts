import { ENDED } from '#platform/leased-work/definition.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import { claimQuery, getClaimed } from './claims.ts';
import { type QueryDeps, runQuery } from './run-query.ts';
import { queryRows } from './store.ts';

/** In-flight queries of one process. Most of them wait for their agents; the engine's slots are limited separately. */
const HELD_MAX = 200;
/** The same in all processes together. */
const PER_ORG_MAX = 50;
/** Only for errors that runQuery does not expect; it ends a query after three attempts. */
const DELAYS_SECONDS = [1];

/** Runs queries as leased work. Those whose claim is lost were cancelled, or another process continues them. */
export function createRunner(deps: QueryDeps, { kit, keptDays }: { kit: WorkKit; keptDays: number }) {
  const { system } = deps.database;
  const { hold, ...work } = kit.define({
    rows: queryRows,
    columns: '',
    atOnce: HELD_MAX,
    renewed: true,
    delaysSeconds: DELAYS_SECONDS,
    givesUp: false,
    claim: (options) => claimQuery(system, options, PER_ORG_MAX),
    prune: [{ days: keptDays, where: `t.finished_at < now() - interval '${keptDays} days'` }],
    async run(query, { signal }) {
      await runQuery(deps, query, signal);
      return ENDED;
    },
    /** Cancels jobs that were started while their query was being cancelled. */
    async onLost({ id, orgId }) {
      const [row] = await system.query<{ status: string }>('select status from worksheet_queries where id = $1', [id]);
      if (row?.status === 'REVOKED') await deps.agents.cancelWaiting(orgId, id);
    },
  });
  return {
    ...work,
    /** Runs a query that this process has inserted for itself. */
    runOwn: async (queryId: string): Promise<void> => hold(await getClaimed(system, queryId)),
  };
}
