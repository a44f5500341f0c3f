import { createHash } from 'node:crypto';
import pg from 'pg';
import { parseJson } from './json.ts';

// Two ways into PostgreSQL. `system` is for the queue, maintenance and sign-in: it sees every organization.
// `tenant(orgId)` is for work on behalf of one organization: it runs as the role errand_tenant, whose row-level
// security shows only that organization's rows, whatever the statement says.

export type Db = {
  query<Row extends object = Record<string, never>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Number of rows the statement changed. */
  run(text: string, values?: unknown[]): Promise<number>;
};
export type Transactor = Db & { tx<T>(work: (tx: Db) => Promise<T>): Promise<T> };

export type Database = {
  system: Transactor;
  /** Like system, with the planner bound to index look-ups: a batch of 100 ids must never become a scan of a large table. */
  queue: Transactor;
  tenant(orgId: string): Transactor;
  /** Calls `handler` for each notification; reconnects by itself. Returns a function that stops listening. */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

export const TENANT_ROLE = 'errand_tenant';

type Options = {
  url: string;
  systemConnectionsMax?: number;
  tenantConnectionsMax?: number;
  queueConnectionsMax?: number;
  onError?: (error: Error) => void;
};

export function openDatabase({
  url,
  systemConnectionsMax = 10,
  tenantConnectionsMax = 10,
  queueConnectionsMax = 6,
  onError,
}: Options): Database {
  const base = {
    connectionString: url,
    types: { getTypeParser },
    keepAlive: true,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    // A statement that cannot finish in a minute would hold up a whole batch of callers.
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'errand',
  } as pg.PoolConfig;
  const systemPool = new pg.Pool({ ...base, max: systemConnectionsMax });
  // The role is part of the connection's start: a connection that could not take it never exists.
  const tenantPool = new pg.Pool({ ...base, max: tenantConnectionsMax, options: `-c role=${TENANT_ROLE}` });
  const queuePool = new pg.Pool({
    ...base,
    max: queueConnectionsMax,
    options:
      '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan',
  });
  const pools = [systemPool, queuePool, tenantPool];
  // Without a listener, a restarting PostgreSQL would end the process.
  for (const pool of pools) pool.on('error', (error) => onError?.(error));

  return {
    system: {
      ...statements((config) => systemPool.query(config)),
      tx: (work) => inTransaction(systemPool, undefined, work),
    },
    queue: {
      ...statements((config) => queuePool.query(config)),
      tx: (work) => inTransaction(queuePool, undefined, work),
    },
    tenant(orgId) {
      return {
        ...statements(async (config) => {
          const client = await tenantPool.connect();
          try {
            scoped(client, orgId);
            const result = await client.query(config);
            client.release();
            return result;
          } catch (error) {
            client.release(isFatal(error));
            throw error;
          }
        }),
        tx: (work) => inTransaction(tenantPool, orgId, work),
      };
    },
    listen: (channel, handler) => listen(url, channel, handler, onError),
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** A Db over one client or pool: prepared statements, plain rows. */
function statements(send: (config: pg.QueryConfig) => Promise<pg.QueryResult>): Db {
  return {
    async query(text, values) {
      return (await send({ text, values: values ?? [], name: statementName(text) })).rows as never;
    },
    async run(text, values) {
      return (await send({ text, values: values ?? [], name: statementName(text) })).rowCount ?? 0;
    },
  };
}

const currentOrg = new WeakMap<pg.PoolClient, string>();

/** Sets the organization of a connection. Pipelined: it travels with the statement that follows, in one round trip. */
function scoped(client: pg.PoolClient, orgId: string): void {
  if (currentOrg.get(client) === orgId) return;
  currentOrg.set(client, orgId);
  client
    .query({ text: `select set_config('errand.org_id', $1, false)`, values: [orgId], name: 'scope' })
    .catch(() => currentOrg.delete(client));
}

async function inTransaction<T>(pool: pg.Pool, orgId: string | undefined, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    if (orgId !== undefined) scoped(client, orgId);
    client.query('begin').catch(() => undefined);
    const result = await work(statements((config) => client.query(config)));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // A failed rollback means that the connection is gone, and with it the transaction.
    const dead = await client.query('rollback').then(
      () => isFatal(error),
      () => true,
    );
    client.release(dead);
    throw error;
  }
}

function isFatal(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || /^(08|57P)/.test(code);
}

const names = new Map<string, string>();

/** Statements are prepared once per connection under a name made from their text. */
function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    // Statements built from many filters have many texts; beyond this they are simply prepared again.
    if (names.size < 2_000) names.set(text, name);
  }
  return name;
}

const INT8 = 20;
const NUMERIC = 1700;
const JSON_TYPES = new Set([114, 3802]);

function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8 || oid === NUMERIC) return Number;
  if (JSON_TYPES.has(oid)) return parseJson;
  return pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown;
}

async function listen(
  url: string,
  channel: string,
  handler: (payload: string) => void,
  onError?: (error: Error) => void,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'errand listen' });
    next.on('notification', (message) => handler(message.payload ?? ''));
    next.on('error', (error) => {
      onError?.(error);
      reconnect();
    });
    next.on('end', reconnect);
    await next.connect();
    await next.query(`listen ${channel}`);
    client = next;
  }

  function reconnect(): void {
    client = undefined;
    if (stopped || retry !== undefined) return;
    retry = setTimeout(() => {
      retry = undefined;
      connect().catch(reconnect);
    }, 500);
    retry.unref();
  }

  await connect().catch(reconnect);
  return async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end();
  };
}
