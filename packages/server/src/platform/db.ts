import { randomBytes, randomUUID } from 'node:crypto';
import { noteResumed } from './activity.ts';
import { ConfigError } from './configuration.ts';
import {
  type ConnectionPool,
  createConnectionPool,
  type Db,
  type Settings,
  type Transactor,
} from './connection-pool.ts';
import { createDatabaseState, type DatabaseState } from './database-state.ts';
import { noteFromDatabase } from './errors.ts';
import { listen } from './listen.ts';
import { waitOutOutages } from './patience.ts';
import { createSemaphore, type Release, type Semaphore } from './semaphore.ts';
import { openSession, type Session } from './session.ts';
import { closeSilentAfterOutages } from './silent-connections.ts';

// Two ways to access PostgreSQL. `system` is for the queue, maintenance and sign-in, and sees all organizations.
// `tenant(orgId)` is for work on behalf of one organization. It runs as the role errand_tenant, whose row-level
// security shows only that organization's rows, whatever the statement says.

export type Database = {
  system: Transactor;
  /**
   * Like system, but restricts the planner to index look-ups: a batch of 100 ids must never become a scan of a large
   * table.
   */
  queue: Transactor;
  tenant(orgId: string): Transactor;
  /** Calls `handler` for each notification and reconnects by itself. Returns a function that stops listening. */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  /** Opens a dedicated connection that bypasses any pooler. Calls `onLost` if it ends without being closed. */
  openSession(onLost: (error: Error) => void): Promise<Session>;
  /** Whether PostgreSQL accepts writes, and how long an outage has lasted. */
  state: DatabaseState;
  /** Returns how many connections of each pool are in use. */
  pools(): { name: string; total: number; idle: number; waiting: number }[];
  /** Whether a pooler is between us and PostgreSQL. Known after the first statement. */
  isPooled(): boolean;
  /** Throws if organizations are not isolated, for example behind a pooler that drops settings. */
  proveIsolation(): Promise<void>;
  close(): Promise<void>;
};

export { type Db, PLANNED_ANEW, type Transactor } from './connection-pool.ts';
export type { Session } from './session.ts';

/** How long a caller waits for a connection. */
const CONNECT_MS = 10_000;

/** Longer than the statement timeout, so only a connection whose peer is gone is silent for this long. */
const SILENCE_MS = 70_000;

export const TENANT_ROLE = 'errand_tenant';

/**
 * Identifies this process in the names of its connections, so that other processes can terminate them when it is
 * presumed dead.
 */
export const processMark = randomBytes(4).toString('hex');
export const connectionName = (mark: string): string => `errand ${mark}`;

type Options = {
  url: string;
  /** The address of PostgreSQL itself if `url` points to a pooler, for sessions that outlive a transaction. */
  directUrl?: string | undefined;
  systemConnectionsMax?: number;
  tenantConnectionsMax?: number;
  queueConnectionsMax?: number;
  silenceMs?: number;
  onError?: (error: Error) => void;
};

/** A statement that runs for over a minute would hold up a whole batch of callers. */
const LIMITS: Settings = { statement_timeout: '60000', idle_in_transaction_session_timeout: '60000' };

const TENANT: Settings = { role: TENANT_ROLE, 'errand.org_id': '$1', ...LIMITS };

const QUEUE: Settings = {
  ...LIMITS,
  // These transactions hold locks that block all workers, so a stalled process must not keep them.
  idle_in_transaction_session_timeout: '5000',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  join_collapse_limit: '1',
  plan_cache_mode: 'force_generic_plan',
};

export function openDatabase({
  url,
  directUrl = url,
  systemConnectionsMax = 10,
  tenantConnectionsMax = 10,
  queueConnectionsMax = 6,
  silenceMs = SILENCE_MS,
  onError,
}: Options): Database {
  const lasting = {
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: connectionName(processMark),
  };
  const openPool = (max: number, settings: Settings): ConnectionPool =>
    createConnectionPool({
      // Long, because a new connection signs in and prepares its statements, which takes longer than most requests.
      config: { ...lasting, idleTimeoutMillis: 300_000, max },
      settings,
      silenceMs,
      onError,
    });
  const systemPool = openPool(systemConnectionsMax, LIMITS);
  const tenantPool = openPool(tenantConnectionsMax, TENANT);
  const queuePool = openPool(queueConnectionsMax, QUEUE);
  const pools = [systemPool, tenantPool, queuePool];
  const state = createDatabaseState({ ...lasting, connectionTimeoutMillis: PROBE_CONNECT_MS });
  const renewals = new Set<() => void>();
  closeSilentAfterOutages(state, () => pools.flatMap((pool) => [...pool.connections()]), {
    onBack() {
      for (const renew of renewals) renew();
    },
  });
  // One organization with slow queries must not take all connections.
  const perKeyMax = Math.max(1, tenantConnectionsMax - Math.ceil(tenantConnectionsMax / 5));
  const shares = createSemaphore({ perKeyMax });
  async function inShare<T>(orgId: string, work: () => Promise<T>): Promise<T> {
    const release = shares.tryAcquire({ key: orgId }) ?? (await waitForShare(shares, orgId));
    try {
      return await work();
    } finally {
      release();
    }
  }

  const tenant = (orgId: string): Transactor => {
    const db = tenantPool.transactor(orgId);
    const shared: Transactor = {
      query: (text, values) => inShare(orgId, () => db.query(text, values)) as never,
      run: (text, values) => inShare(orgId, () => db.run(text, values)),
      tx: (work) => inShare(orgId, () => db.tx(work)),
    };
    return waitOutOutages(noticing(shared, state), state);
  };
  const system = noticing(systemPool.transactor(), state);

  return {
    system,
    queue: noticing(queuePool.transactor(), state),
    tenant,
    state,
    pools: () =>
      Object.entries({ system: systemPool, tenant: tenantPool, queue: queuePool }).map(([name, pool]) => ({
        name,
        ...pool.counts(),
      })),
    isPooled: systemPool.isPooled,
    async proveIsolation() {
      await proveIsolation(system, tenant(randomUUID()));
      if (systemPool.isPooled() && directUrl === url) throw new ConfigError(POOLED);
    },
    listen: (channel, handler) =>
      listen({ ...lasting, connectionString: directUrl }, channel, handler, { onError, renewals }),
    openSession: (onLost) =>
      openSession({ ...lasting, connectionString: directUrl, connectionTimeoutMillis: PROBE_CONNECT_MS }, { onLost }),
    async close() {
      await state.stop();
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** Reports the errors of all statements to the state. */
function noticing(db: Transactor, state: DatabaseState): Transactor {
  const notice = (error: unknown): never => {
    noteFromDatabase(error);
    state.noteFailure(error);
    throw error;
  };
  return {
    query: (text, values) => db.query(text, values).then(resumed, notice) as never,
    run: (text, values) => db.run(text, values).then(resumed, notice),
    tx: (work) => db.tx((tx) => work(resuming(tx))).then(resumed, notice),
  };
}

const resuming = (tx: Db): Db => ({
  query: (text, values) => tx.query(text, values).then(resumed) as never,
  run: (text, values) => tx.run(text, values).then(resumed),
});

function resumed<T>(value: T): T {
  noteResumed();
  return value;
}

/** A probe that cannot connect in this time reports an outage. */
const PROBE_CONNECT_MS = 3_000;

const POOLED =
  'This process reaches PostgreSQL through a connection pooler. Set ERRAND_DATABASE_DIRECT_URL to the address of PostgreSQL itself: notifications do not pass through a pooler.';

/** Throws unless statements for an organization run as the tenant role, and an unknown one sees no organizations. */
async function proveIsolation(system: Db, stranger: Db): Promise<void> {
  const look = `select current_user::text as role, (select count(*) from organizations) as organizations`;
  const [seen] = await stranger.query<{ role: string; organizations: number }>(look);
  const [all] = await system.query<{ role: string; organizations: number }>(look);
  if (seen!.role !== TENANT_ROLE || seen!.organizations > 0) {
    throw new Error(
      `Organizations are not isolated on this database: a statement for one of them runs as ${seen!.role} and sees ${seen!.organizations} of ${all!.organizations} organizations.`,
    );
  }
}

/** Waits as long as for a connection and fails with the same error, so that callers see a busy database. */
function waitForShare(shares: Semaphore, orgId: string): Promise<Release> {
  const signal = AbortSignal.timeout(CONNECT_MS);
  return shares.acquire({ key: orgId, signal }).catch((cause: unknown) => {
    throw new Error('timeout exceeded when trying to connect', { cause });
  });
}
