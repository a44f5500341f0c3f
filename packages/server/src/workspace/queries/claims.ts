import type { Role } from '@errand/contract/roles.ts';
import type { Cause } from '#orgs/actor.ts';
import type { Db } from '#platform/db.ts';
import { ClaimLost } from '#platform/leased-work/definition.ts';
import { type Claim, type ClaimOptions, countStops } from '#platform/leased-work/rows.ts';
import { stepOrgs } from '#platform/turns.ts';
import type { JobCounts } from './agents.ts';
import type { Progress, QueryKind, StatementRecord } from './store.ts';

// How queries are claimed, and what their process writes under the claim. When it stops, another one continues the query.

export type ClaimedQuery = Claim & {
  orgId: string;
  claimId: string;
  kind: QueryKind;
  query: string;
  useAdmin: boolean;
  rowLimit: number;
  maxCost: number | null;
  statements: StatementRecord[];
  progress: Progress | null;
  creatorId: number | null;
  keyId: string | null;
  role: Role;
  /** What led to it, if no request did. */
  cause: Cause | null;
};

const CLAIMED = `q.id, q.org_id, q.org_id as "orgId", claim_id, claim_id as "claimId", q.stops, q.cause, false as taken_over, kind, query, use_admin as "useAdmin", row_limit as "rowLimit",
  max_cost as "maxCost", statements, progress, attempt, creator_id as "creatorId",
  key_id as "keyId", role, trace`;

/**
 * Claims the next query: the oldest of the organization with the fewest in-flight. Only the first ones of each
 * organization are read, by stepping through the index, so thousands of waiting queries cost no more than one.
 */
export async function claimQuery(
  system: Db,
  { leaseSeconds, takesAbandoned, passedOver }: ClaimOptions,
  perOrgMax: number,
): Promise<ClaimedQuery[]> {
  return system.query<ClaimedQuery>(
    `with recursive orgs as (${stepOrgs('worksheet_queries', `t.status = 'PENDING'`)}),
      held as (select org_id, count(*) as count from worksheet_queries
        where status = 'STARTED' and lease_until > now() group by org_id),
      -- Queries that another process abandoned come first, because their jobs may have ended.
      candidates as (
        select * from (select id, -1 as held from worksheet_queries where status = 'STARTED' and lease_until < now()
          and ($3 or claim_id is null) order by lease_until limit 20) abandoned
        union all
        select first.id, coalesce(h.count, 0) from orgs o left join held h on h.org_id = o.org_id
          cross join lateral (select q.id from worksheet_queries q where q.org_id = o.org_id and q.status = 'PENDING'
            order by q.id limit 3) first
          where coalesce(h.count, 0) < $2 and o.org_id <> all($4::uuid[])),
      next as (
        select q.id from candidates c join worksheet_queries q on q.id = c.id
        where q.status = 'PENDING' or q.lease_until < now() and ($3 or q.claim_id is null)
        order by c.held, c.id limit 1 for update of q skip locked)
      update worksheet_queries q set status = 'STARTED', claim_id = gen_random_uuid(), ${countStops('q.claim_id', 'q.stops')}, lease_until = now() + make_interval(secs => $1::float8),
        attempt = attempt + 1, started_at = coalesce(started_at, now()), updated_at = now()
      from next where q.id = next.id
      returning ${CLAIMED}`,
    [leaseSeconds, perOrgMax, takesAbandoned, passedOver],
  );
}

export async function getClaimed(system: Db, queryId: string): Promise<ClaimedQuery> {
  const rows = await system.query<ClaimedQuery>(`select ${CLAIMED} from worksheet_queries q where q.id = $1`, [
    queryId,
  ]);
  return rows[0]!;
}

async function guarded(changed: Promise<number>): Promise<void> {
  if ((await changed) === 0) throw new ClaimLost();
}

export const updateProgress = (db: Db, claimId: string, progress: Progress): Promise<void> =>
  guarded(
    db.run(
      `update worksheet_queries set progress = $2::json, updated_at = now() where claim_id = $1 and status = 'STARTED'`,
      [claimId, JSON.stringify(progress)],
    ),
  );

export const updateJobs = (db: Db, claimId: string, jobs: JobCounts): Promise<void> =>
  guarded(
    db.run(
      `update worksheet_queries set jobs_total = $2, jobs_done = $3, cost = $4, updated_at = now()
        where claim_id = $1 and status = 'STARTED'`,
      [claimId, jobs.total, jobs.done, jobs.cost],
    ),
  );

/**
 * Stores the result of a statement and clears its progress. Runs in the transaction of the statement's changes. `index`
 * prevents a second write.
 */
export const appendStatement = (db: Db, claimId: string, index: number, statement: StatementRecord): Promise<void> =>
  guarded(
    db.run(
      `update worksheet_queries set statements = (statements::jsonb || $2::jsonb)::json, progress = null, updated_at = now()
        where claim_id = $1 and status = 'STARTED' and json_array_length(statements) = $3`,
      [claimId, JSON.stringify([statement]), index],
    ),
  );

export async function hasStatement(db: Db, claimId: string, queryId: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 as one from worksheet_queries, json_array_elements(statements) s where claim_id = $1 and s->>'queryId' = $2`,
    [claimId, queryId],
  );
  return rows.length > 0;
}

export const finishQuery = (
  db: Db,
  claimId: string,
  outcome: { status: 'SUCCESS' | 'FAILURE'; error: string | null },
): Promise<void> =>
  guarded(
    db.run(
      `update worksheet_queries set status = $2, error = $3, finished_at = now(), updated_at = now(), claim_id = null,
        lease_until = null, progress = null where claim_id = $1 and status = 'STARTED'`,
      [claimId, outcome.status, outcome.error],
    ),
  );
