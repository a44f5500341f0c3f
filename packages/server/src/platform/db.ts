import { createHash, randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';
import { encodeValue, parseMoment } from './db-values.ts';
import { isOutOfSpace } from './errors.ts';
import { parseJson } from './json.ts';
import { listen } from './listen.ts';
import { createShares } from './shares.ts';

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
  /** Throws when PostgreSQL does not answer, or could not write lately because its disk is full. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** How long somebody waits for a connection. */
const CONNECT_MS = 10_000;

/** Only a connection whose other end is gone without a word is silent for longer than any statement may take. */
const SILENCE_MS = 70_000;

/** Whoever takes no requests while the disk is full learns by trying again that it is not any more. */
const FULL_MS = 10_000;

export const TENANT_ROLE = 'errand_tenant';

/** A mark of this process. Its connections carry it, so that others can cut them when it is given up for dead. */
export const processMark = randomBytes(4).toString('hex');
export const connectionName = (mark: string): string => `errand ${mark}`;

type Options = {
  url: string;
  systemConnectionsMax?: number;
  tenantConnectionsMax?: number;
  queueConnectionsMax?: number;
  silenceMs?: number;
  onError?: (error: Error) => void;
};

export function openDatabase({
  url,
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
  const base = {
    ...lasting,
    types: { getTypeParser },
    pipeline: true,
    // A new connection has to sign in and to prepare its statements anew, which takes longer than most requests.
    idleTimeoutMillis: 300_000,
    // A statement that cannot finish in a minute would hold up a whole batch of callers.
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
  } as pg.PoolConfig;
  const systemPool = new pg.Pool({ ...base, max: systemConnectionsMax });
  // The role is part of the connection's start: a connection that could not take it never exists.
  const tenantPool = new pg.Pool({ ...base, max: tenantConnectionsMax, options: `-c role=${TENANT_ROLE}` });
  const queuePool = new pg.Pool({
    ...base,
    max: queueConnectionsMax,
    // The locks of these transactions stand in everybody's way: a stalled process does not keep them.
    idle_in_transaction_session_timeout: 5_000,
    options:
      '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c join_collapse_limit=1 -c plan_cache_mode=force_generic_plan',
  });
  // An organization whose lists take PostgreSQL long does not keep the others out.
  const share = createShares(Math.max(1, tenantConnectionsMax - Math.ceil(tenantConnectionsMax / 5)), CONNECT_MS);
  const pools = [systemPool, queuePool, tenantPool];
  for (const pool of pools) {
    // Without listeners, a restarting PostgreSQL would end the process: the pool's is for idle connections, that of
    // the connection for the time it is lent out. The statement under way learns of it by itself.
    pool.on('error', (error) => onError?.(error));
    pool.on('connect', (client) => client.on('error', () => undefined));
    endSilent(pool, silenceMs);
  }

  // Reading goes on when the disk is full: only what could not be written shows it.
  let full: { error: unknown; at: number } | undefined;
  const noticing = (db: Transactor): Transactor => {
    const notice = (error: unknown): never => {
      if (isOutOfSpace(error)) full = { error, at: performance.now() };
      throw error;
    };
    return {
      query: (text, values) => db.query(text, values).catch(notice) as never,
      run: (text, values) => db.run(text, values).catch(notice),
      tx: (work) => db.tx(work).catch(notice),
    };
  };

  return {
    system: noticing({
      ...statements((statement) => withClient(systemPool, (client) => ask(client, statement))),
      tx: (work) => inTransaction(systemPool, undefined, work),
    }),
    queue: noticing({
      ...statements((statement) => withClient(queuePool, (client) => ask(client, statement))),
      tx: (work) => inTransaction(queuePool, undefined, work),
    }),
    tenant(orgId) {
      return noticing({
        ...statements((statement) =>
          share(orgId, () =>
            withClient(tenantPool, (client) => {
              scoped(client, orgId);
              return ask(client, statement);
            }),
          ),
        ),
        tx: (work) => share(orgId, () => inTransaction(tenantPool, orgId, work)),
      });
    },
    async check() {
      await systemPool.query('select 1 as one');
      if (full !== undefined && performance.now() - full.at < FULL_MS) throw full.error;
    },
    listen: (channel, handler) => listen(lasting, channel, handler, onError),
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(isFatal(error));
    throw error;
  }
}

type Statement = { text: string; values?: unknown[]; name?: string | undefined };

/**
 * With its callback from the start. A query that gets one later, as those do of which pg makes a promise or keeps the
 * time, survives the collections of young garbage: under load that was a pause of some milliseconds every second.
 * And from a text: an object of options would be copied member by member, which took 4 µs of every statement.
 */
function ask(client: pg.PoolClient, { text, values, name }: Statement): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query(text, values, (error, result) => (error ? reject(error) : resolve(result)));
    (query as { name?: string | undefined }).name = name;
    client.query(query);
  });
}

function endSilent(pool: pg.Pool, silenceMs: number): void {
  const lentAt = new WeakMap<pg.PoolClient, number>();
  pool.on('acquire', (client) => void lentAt.set(client, performance.now()));
  pool.on('release', (_error, client) => void lentAt.delete(client));
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.setTimeout(silenceMs);
    stream.on('timeout', () => {
      const since = lentAt.get(client);
      // The silence of an idle connection may reach its end in the very moment in which the connection is lent.
      if (since !== undefined && performance.now() - since > silenceMs / 2)
        stream.destroy(new Error('Connection terminated: PostgreSQL does not answer.'));
    });
  });
}

/** A Db over one client or pool: prepared statements, plain rows. */
function statements(send: (statement: Statement) => Promise<pg.QueryResult>): Db {
  async function result(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    try {
      return await send({ text, values: values.map(encodeValue), name: statementName(text) });
    } catch (error) {
      // Leads to whoever asked, and not to the socket that the answer came from.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }
  return {
    query: async (text, values) => (await result(text, values)).rows as never,
    run: async (text, values) => (await result(text, values)).rowCount ?? 0,
  };
}

const currentOrg = new WeakMap<pg.PoolClient, string>();

/** Sets the organization of a connection. Pipelined: it travels with the statement that follows, in one round trip. */
function scoped(client: pg.PoolClient, orgId: string): void {
  if (currentOrg.get(client) === orgId) return;
  currentOrg.set(client, orgId);
  ask(client, { text: `select set_config('errand.org_id', $1, false)`, values: [orgId], name: 'scope' }).catch(() =>
    currentOrg.delete(client),
  );
}

async function inTransaction<T>(pool: pg.Pool, orgId: string | undefined, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    if (orgId !== undefined) scoped(client, orgId);
    ask(client, { text: 'begin' }).catch(() => undefined);
    const result = await work(statements((statement) => ask(client, statement)));
    const { command } = await ask(client, { text: 'commit' });
    // PostgreSQL answers the commit of a failed transaction with a rollback, and calls it no error.
    if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.');
    client.release();
    return result;
  } catch (error) {
    // A failed rollback means that the connection is gone, and with it the transaction. After one that worked, only what
    // PostgreSQL itself said of the connection counts, and not that somebody thought better of the transaction.
    const dead = await ask(client, { text: 'rollback' }).then(
      () => sqlState(error) !== undefined && isFatal(error),
      () => true,
    );
    client.release(dead);
    throw error;
  }
}

/** The connection is gone, or what it has prepared is of no use any more. */
function isFatal(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined || /^(08|57P|0A000|26000)/.test(state);
}

function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

const names = new Map<string, string>();

/** Statements built from many filters have many texts; each connection would keep them all. */
const NAMES_MAX = 2_000;

/** At the head of a statement whose best plan depends on its values: it is planned for them each time. */
export const PLANNED_ANEW = '/* planned anew */ ';

/** Statements are prepared once per connection under a name made from their text; too many others go without. */
function statementName(text: string): string | undefined {
  if (text.startsWith(PLANNED_ANEW)) return undefined;
  let name = names.get(text);
  if (name === undefined && names.size < NAMES_MAX) {
    name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}

const INT8 = 20;
const NUMERIC = 1700;
const TIMESTAMPTZ = 1184;
const JSON_TYPES = new Set([114, 3802]);
const parseOddMoment = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => unknown;

function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8 || oid === NUMERIC) return Number;
  if (JSON_TYPES.has(oid)) return parseJson;
  if (oid === TIMESTAMPTZ) return (text) => parseMoment(text) ?? parseOddMoment(text);
  return pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown;
}
