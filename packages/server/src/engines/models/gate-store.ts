import type { Db } from '#platform/db.ts';
import { type Provider, slotOf } from './settings.ts';

// One row per provider. Each change is a single statement, so that the row's lock orders concurrent processes.

/** Leases of a dead process expire after this; live processes renew theirs. */
export const LEASE_SECONDS = 15;
/** Allows a burst of a few seconds' worth of calls, although the limit is per minute. */
const BURST_SECONDS = 5;

export type GateState = {
  faults: number;
  outages: number;
  /** Milliseconds until the provider opens again. 0: it is not closed. */
  closedMs: number;
  /** Milliseconds until the probe of another process must be over. */
  probingMs: number;
  dueMs: number;
};

const FREE: GateState = { faults: 0, outages: 0, closedMs: 0, probingMs: 0, dueMs: 0 };

const msUntil = (column: string): string =>
  `greatest(0, coalesce(extract(epoch from ${column} - clock_timestamp()) * 1000, 0))::float8`;

export async function findGateState(db: Db, providerId: string): Promise<GateState> {
  return (await findGateStates(db, [providerId])).get(providerId) ?? FREE;
}

/** A provider without faults has no row. */
export async function findGateStates(db: Db, providerIds: string[]): Promise<Map<string, GateState>> {
  const rows = await db.query<GateState & { id: string }>(
    `select id, faults, outages, ${msUntil('closed_until')} as "closedMs", ${msUntil('probing_until')} as "probingMs",
        greatest(0, ${msUntil('greatest(due_at, tokens_due_at)')} - ${BURST_SECONDS * 1_000}) as "dueMs"
      from model_providers where id = any ($1::text[])`,
    [providerIds],
  );
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

export async function insertProvider(db: Db, providerId: string): Promise<void> {
  await db.run('insert into model_providers (id) values ($1) on conflict do nothing', [providerId]);
}

const liveLeases = `select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p.leases)
  where value::text::numeric > extract(epoch from clock_timestamp()) * 1000`;

/** Takes a lease. Returns false if the provider is closed, another process is probing it, or its limits are reached. */
export async function claimSlot(db: Db, provider: Provider, leaseId: string): Promise<boolean> {
  const changed = await db.run(
    `update model_providers p set
        leases = case when $3::int is null then p.leases
          else (${liveLeases}) || jsonb_build_object($2::text, extract(epoch from clock_timestamp()) * 1000 + ${LEASE_SECONDS * 1_000}) end,
        due_at = case when $4::float8 is null then p.due_at
          else greatest(coalesce(p.due_at, clock_timestamp()), clock_timestamp()) + make_interval(secs => 60 / $4::float8) end,
        probing_until = case when p.outages > 0 then clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}) end
      where p.id = $1
        and (p.closed_until is null or p.closed_until <= clock_timestamp())
        and (p.outages = 0 or p.probing_until is null or p.probing_until <= clock_timestamp())
        and ($3::int is null or (select count(*) from jsonb_object_keys((${liveLeases}))) < $3::int)
        and ($4::float8 is null or p.due_at is null or p.due_at <= clock_timestamp() + make_interval(secs => ${BURST_SECONDS}))
        and (p.tokens_due_at is null or p.tokens_due_at <= clock_timestamp() + make_interval(secs => ${BURST_SECONDS}))`,
    [slotOf(provider), leaseId, provider.concurrencyMax ?? null, provider.callsPerMinute ?? null],
  );
  return changed > 0;
}

/**
 * Counts tokens against a limit per minute. How many a call uses is known only afterwards, so calls pause until those
 * that were used are due.
 */
export async function noteTokens(db: Db, providerId: string, tokens: number, perMinute: number): Promise<void> {
  await db.run(
    `update model_providers p set tokens_due_at = greatest(coalesce(p.tokens_due_at, clock_timestamp()), clock_timestamp())
        + make_interval(secs => 60 * $2::float8 / $3::float8) where p.id = $1`,
    [providerId, tokens, perMinute],
  );
}

export async function renewSlot(db: Db, providerId: string, leaseId: string): Promise<void> {
  await db.run(
    `update model_providers p set
        leases = case when p.leases ? $2 then p.leases || jsonb_build_object($2::text,
          extract(epoch from clock_timestamp()) * 1000 + ${LEASE_SECONDS * 1_000}) else p.leases end,
        probing_until = case when p.outages > 0 and p.probing_until is not null
          then clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}) else p.probing_until end
      where p.id = $1`,
    [providerId, leaseId],
  );
}

/** A response ends an outage, but not a pause that the provider requested. */
export async function releaseSlot(db: Db, providerId: string, leaseId: string): Promise<void> {
  await db.run(
    `update model_providers p set leases = p.leases - $2::text, faults = 0, outages = 0, probing_until = null,
        closed_until = case when p.outages > 0 then null else p.closed_until end
      where p.id = $1`,
    [providerId, leaseId],
  );
}

export type FaultNote = {
  /** 0 if the fault says nothing about the provider. Then only the lease is released. */
  weight: number;
  /** The total weight that closes the provider for a while. */
  weightMax: number;
  retryAfterSeconds: number | null;
};

/**
 * Records a fault. The fault that reaches the limit closes the provider; a failed probe closes it again, longer each
 * time. Calls that were in flight when it closed add nothing.
 */
export async function noteFault(db: Db, providerId: string, leaseId: string, fault: FaultNote): Promise<GateState> {
  const rows = await db.query<GateState>(
    `update model_providers p set
        leases = p.leases - $2::text,
        faults = p.faults + $3::int,
        outages = case when ${CLOSES} then p.outages + 1 else p.outages end,
        probing_until = null,
        closed_until = greatest(p.closed_until,
          case when ${CLOSES} then clock_timestamp() + make_interval(secs => least(120, 5 * 2 ^ least(p.outages, 10))) end,
          clock_timestamp() + make_interval(secs => $5::float8))
      where p.id = $1
      returning faults, outages, ${msUntil('closed_until')} as "closedMs", 0::float8 as "probingMs", 0::float8 as "dueMs"`,
    [providerId, leaseId, fault.weight, fault.weightMax, fault.retryAfterSeconds],
  );
  return rows[0] ?? FREE;
}

const CLOSES = `$3::int > 0 and (p.outages > 0 or p.faults + $3::int >= $4::int)
  and (p.closed_until is null or p.closed_until <= clock_timestamp())`;
