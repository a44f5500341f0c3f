import type { Db } from '../db.ts';
import type { LeasedRows } from '../leased-rows.ts';
import type { TraceCarrier } from '../tracing.ts';
import { stepOrgs } from '../turns.ts';

// The statements of leased work. A process claims a row until its lease ends. Every outcome names the claim, so a process
// that lost it records nothing.

/** The lease of work that is renewed, and of rows that are claimed when they are inserted. */
export const LEASE_SECONDS = 15;

/** What the kit knows of a claimed row. */
export type Claim = {
  id: string;
  org_id: string;
  claim_id: string;
  attempt: number;
  /** Whether a process stopped in the middle of the try before. */
  taken_over: boolean;
  /** How many processes in a row stopped while they had the row, up to now. */
  stops: number;
  /** The trace that its work continues, if its definition selects one. */
  trace?: TraceCarrier | null;
};

export type Columns = Record<string, unknown>;

export type ClaimOptions = {
  limit: number;
  leaseSeconds: number;
  /** Whether to take rows of processes that did not renew in time. */
  takesAbandoned: boolean;
  /** Organizations whose rows wait, because their work used up its share of the main thread. */
  passedOver: string[];
};

/** After as many stops in a row, a row is set aside. */
const STOPS_MAX = 3;

/**
 * The column `stops` of a row that is being claimed: how many processes in a row stopped while they had it. A claim that
 * is still there is that of a process that stopped; without one, the last try has ended. A row that was set aside gets one
 * more try, and the next stop sets it aside again.
 */
export const countStops = (claim: string, stops = 't.stops'): string =>
  `stops = case when ${claim} is null then 0 when ${stops} >= ${STOPS_MAX} then ${STOPS_MAX - 1} else ${stops} + 1 end`;

/** Whether the last three processes that claimed the row stopped while they had it. */
export const hasStoppedEach = ({ stops }: Pick<Claim, 'stops'>): boolean => stops >= STOPS_MAX;

const dueOf = ({ due }: LeasedRows): string => `coalesce(t.${due}, '-infinity'::timestamptz)`;
const isDue = (rows: LeasedRows): string => `(${rows.open}) and ${dueOf(rows)} <= now()`;

/** Claims due rows. Organizations take turns (turns.ts), and rows in `held` count as turns that they have had. */
export async function claimRows<Row extends Claim>(
  db: Db,
  rows: LeasedRows,
  options: ClaimOptions & { columns: string; held: { org_id: string; count: number }[]; perOrgMax: number },
): Promise<Row[]> {
  const { table, open, due, claim, attempts, attempt = `t.${attempts}`, onClaim } = rows;
  const mayTake = `${isDue(rows)} and (t.${claim} is null or $5::boolean)`;
  return db.query<Row>(
    `with recursive orgs as (
       ${stepOrgs(table, open)}
     ), candidates as (
       select first.id, first.due, coalesce(h.count, 0) + first.place as turn
       from orgs o left join json_to_recordset($3::json) as h (org_id uuid, count int) on h.org_id = o.org_id
       cross join lateral (
         select t.id, ${dueOf(rows)} as due, row_number() over (order by ${dueOf(rows)}) as place from ${table} t
         where t.org_id = o.org_id and t.org_id <> all($6::uuid[]) and ${mayTake} order by ${dueOf(rows)}
         limit greatest(least($1::int, $4::int - coalesce(h.count, 0)), 0)) first
     ), next as (
       select t.id, t.${claim} as previous from candidates c join ${table} t on t.id = c.id
       where ${mayTake} order by c.turn, c.due limit $1::int for update of t skip locked
     )
     update ${table} t set ${claim} = gen_random_uuid(), ${countStops(`t.${claim}`)}, ${attempts} = t.${attempts} + 1,
       ${due} = clock_timestamp() + make_interval(secs => $2::float8)${onClaim === undefined ? '' : `, ${onClaim}`}
     from next where t.id = next.id
     returning t.id, t.org_id, t.${claim} as claim_id, ${attempt} as attempt, t.stops, next.previous is not null as taken_over,
       ${options.columns}`,
    [
      options.limit,
      options.leaseSeconds,
      JSON.stringify(options.held),
      options.perOrgMax,
      options.takesAbandoned,
      options.passedOver,
    ],
  );
}

/** Renews leases and returns the claims that still hold. */
export async function renewClaims(
  db: Db,
  { table, open, due, claim }: LeasedRows,
  claims: Pick<Claim, 'id' | 'claim_id'>[],
  leaseSeconds: number,
): Promise<Set<string>> {
  const rows = await db.query<{ claim_id: string }>(
    `update ${table} t set ${due} = clock_timestamp() + make_interval(secs => $2::float8)
     from json_to_recordset($1::json) as g (id uuid, claim_id uuid)
     where t.id = g.id and t.${claim} = g.claim_id and (${open}) returning t.${claim} as claim_id`,
    [JSON.stringify(claims.map(({ id, claim_id }) => ({ id, claim_id }))), leaseSeconds],
  );
  return new Set(rows.map(({ claim_id }) => claim_id));
}

/**
 * Records an outcome and gives up the claim. With `againInSeconds`, the row is due again then; otherwise it has ended.
 * Returns false if the claim was lost.
 */
export async function recordOutcome(
  db: Db,
  { table, open, due, claim, onEnd }: LeasedRows,
  { id, claim_id }: Pick<Claim, 'id' | 'claim_id'>,
  { columns, againInSeconds = null }: { columns: Columns; againInSeconds?: number | null },
): Promise<boolean> {
  const changes = [
    ...Object.keys(columns).map((name) => `${name} = g.${name}`),
    `${claim} = null`,
    `${due} = clock_timestamp() + make_interval(secs => $4::float8)`,
    ...(onEnd !== undefined && againInSeconds === null ? [onEnd] : []),
  ];
  const changed = await db.run(
    `update ${table} t set ${changes.join(', ')} from json_populate_record(null::${table}, $3::json) g
     where t.id = $1::uuid and t.${claim} = $2::uuid and (${open})`,
    [id, claim_id, JSON.stringify(columns), againInSeconds],
  );
  return changed > 0;
}

/**
 * Makes a row due again at once. `counts`: the try counts and the row keeps its mark, because it may have had an effect
 * outside. The process did not stop because of it.
 */
export async function releaseClaim(
  db: Db,
  { table, open, due, claim, attempts }: LeasedRows,
  { id, claim_id }: Pick<Claim, 'id' | 'claim_id'>,
  { counts, inSeconds = 0 }: { counts: boolean; inSeconds?: number },
): Promise<void> {
  const mark = counts ? ', stops = 0' : `, ${claim} = null, ${attempts} = greatest(t.${attempts} - 1, 0)`;
  await db.run(
    `update ${table} t set ${due} = clock_timestamp() + make_interval(secs => $3::float8)${mark}
     where t.id = $1::uuid and t.${claim} = $2::uuid and (${open})`,
    [id, claim_id, inSeconds],
  );
}

/** Counts due rows up to 100,000, and returns how long the oldest has been due. */
export async function countDue(db: Db, rows: LeasedRows): Promise<{ due: number; oldestSeconds: number }> {
  const [row] = await db.query<{ due: number; oldestSeconds: number }>(
    `select count(*)::int as due, coalesce(extract(epoch from now() - min(d.due)), 0)::float8 as "oldestSeconds"
     from (select ${rows.since ?? `t.${rows.due}`} as due from ${rows.table} t where ${isDue(rows)} limit 100000) d`,
  );
  return row!;
}

/** Lists rows that are set aside. */
export async function listSetAside(db: Db, { table, open, claim }: LeasedRows, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select t.id::text as id from ${table} t where (${open}) and t.${claim} is not null and t.stops >= ${STOPS_MAX} limit $1::int`,
    [limit],
  );
  return rows.map(({ id }) => id);
}
