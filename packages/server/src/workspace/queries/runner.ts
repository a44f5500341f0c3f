import { newId } from '#platform/ids.ts';
import { isOutage, persistently } from '#platform/persist.ts';
import { type ClaimedQuery, ClaimLost, claimQuery, extendClaims, getClaimed, releaseClaims } from './claims.ts';
import { type QueryDeps, runQuery } from './run-query.ts';
import { LEASE_SECONDS } from './store.ts';

// Runs queries in one process: claims them, renews the claims, and stops queries whose claim is lost because they were
// cancelled or another process considered this one dead.

const POLL_MS = 1_000;
/** In-flight queries of one process. Most of them wait for their agents; the engine's slots are limited separately. */
const HELD_MAX = 200;

export function createRunner(deps: QueryDeps, options: { claims: boolean; perOrgMax: number }) {
  const { database, log } = deps;
  const held = new Map<string, { query: ClaimedQuery; abort: AbortController; done: Promise<void> }>();
  let stopping = false;
  let pollTimer: NodeJS.Timeout | undefined;
  let keepTimer: NodeJS.Timeout | undefined;
  let claiming: Promise<void> | undefined;
  let again = false;

  function begin(query: ClaimedQuery): Promise<void> {
    const abort = new AbortController();
    const done = runQuery(deps, query, abort.signal)
      .catch(async (error: unknown) => {
        // Retry until the database is back, because its outage may have ended the query.
        if (error instanceof ClaimLost || abort.signal.aborted) return persistently(() => leave(query));
        if (isOutage(error)) return persistently(() => releaseClaims(database.system, [query.claimId]));
        throw error;
      })
      .catch((error: unknown) =>
        log.error(
          { err: error, event: 'sql.lost', query: query.id },
          'cannot release the query; it continues when its lease expires',
        ),
      )
      .finally(() => {
        held.delete(query.claimId);
        if (!stopping) claim();
      });
    held.set(query.claimId, { query, abort, done });
    return done;
  }

  /** Cancels jobs that were started while their query was being cancelled. */
  async function leave(query: ClaimedQuery): Promise<void> {
    const rows = await database.system.query<{ status: string }>('select status from worksheet_queries where id = $1', [
      query.id,
    ]);
    if (rows[0]?.status === 'REVOKED') await deps.agents.cancelWaiting(query.orgId, query.id);
  }

  function claim(): void {
    again = true;
    if (!options.claims || stopping || claiming !== undefined || !database.state.current().writable) return;
    claiming = (async () => {
      while (again && !stopping) {
        again = false;
        while (!stopping && held.size < HELD_MAX) {
          // No process can renew its lease during an outage, so afterwards live processes renew theirs first.
          const takesAbandoned = database.state.writableMs() > LEASE_SECONDS * 1_000;
          const query = await claimQuery(database.system, newId(), { perOrgMax: options.perOrgMax, takesAbandoned });
          if (query === undefined) break;
          void begin(query);
        }
      }
    })()
      .catch((error) => log.debug({ err: error }, 'cannot claim queries'))
      .finally(() => {
        claiming = undefined;
      });
  }

  async function keep(): Promise<void> {
    const claimIds = [...held.keys()];
    if (claimIds.length === 0) return;
    const kept = new Set(await extendClaims(database.system, claimIds));
    for (const claimId of claimIds) if (!kept.has(claimId)) held.get(claimId)?.abort.abort();
  }

  return {
    /** Claims waiting queries. Call it when a query was accepted. */
    wake: claim,
    /** Runs a query that this process has inserted for itself. */
    async runOwn(queryId: string): Promise<void> {
      await begin(await getClaimed(database.system, queryId));
    },
    /** Stops a cancelled query without waiting for the next renewal. */
    abort(queryId: string): void {
      for (const { query, abort } of held.values()) if (query.id === queryId) abort.abort();
    },
    start(): void {
      keepTimer = setInterval(
        () => void keep().catch((error) => log.debug({ err: error }, 'cannot renew query claims')),
        (LEASE_SECONDS * 1_000) / 6,
      );
      database.state.onChange((view) => {
        if (!view.writable || stopping) return;
        void keep().catch((error) => log.debug({ err: error }, 'cannot renew query claims'));
        claim();
      });
      if (options.claims) pollTimer = setInterval(claim, POLL_MS);
      claim();
    },
    /** Releases in-flight queries. Another process or the next start continues them. */
    async stop(): Promise<void> {
      stopping = true;
      clearInterval(pollTimer);
      await claiming;
      const left = [...held.values()];
      for (const { abort } of left) abort.abort();
      await Promise.allSettled(left.map(({ done }) => done));
      clearInterval(keepTimer);
      if (left.length > 0) {
        const claimIds = left.map(({ query }) => query.claimId);
        await releaseClaims(database.system, claimIds).catch((error) =>
          log.debug({ err: error }, 'cannot release queries'),
        );
      }
    },
  };
}
