import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';
import { createHostPool } from './connect.ts';
import { encodeValue, getTypeParser } from './db-values.ts';
import type { TrackedConnection } from './silent-connections.ts';

// A connection pool for PostgreSQL. A statement runs in a transaction that first sets everything it relies on: role,
// organization, time limits, planner. Nothing is kept on a connection, so a pooler in transaction mode may hand it to
// another client afterwards. Begin, settings, statement and commit travel together in one round trip.
//
// A direct connection to PostgreSQL also keeps prepared statements, and the settings of its pool if they are the same
// for every caller. Every transaction sets the organization, on every connection.

export type Db = {
  query<Row extends object = Record<string, never>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Returns the number of changed rows. */
  run(text: string, values?: unknown[]): Promise<number>;
};
export type Transactor = Db & { tx<T>(work: (tx: Db) => Promise<T>): Promise<T> };

/** Settings of a transaction. `$1` stands for the transactor's value. */
export type Settings = Record<string, string>;

export type ConnectionPool = {
  /** `value`: replaces `$1` in the settings. */
  transactor(value?: string): Transactor;
  /** Whether a pooler is between us and PostgreSQL. Known after the first statement. */
  isPooled(): boolean;
  connections(): Iterable<TrackedConnection>;
  counts(): { total: number; idle: number; waiting: number };
  end(): Promise<void>;
};

type PoolConfig = Parameters<typeof createHostPool>[0];
/** Checks a connection out of the pool. */
type Lend = () => Promise<pg.PoolClient>;

export function createConnectionPool(options: {
  config: PoolConfig;
  settings: Settings;
  /** A connection in use that is silent for this long is considered dead. */
  silenceMs: number;
  onError?: ((error: Error) => void) | undefined;
}): ConnectionPool {
  const { pool, lend } = createHostPool({ ...options.config, types: { getTypeParser }, pipeline: true } as PoolConfig);
  const settings = settingsStatement(options.settings, 'transaction');
  const isShared = !Object.values(options.settings).includes('$1');
  const lasting = isShared ? settingsStatement(options.settings, 'session') : undefined;
  // Without error listeners, a restart of PostgreSQL would end this process. The pool's listener covers idle
  // connections, the connection's own listener those in use. An in-flight statement gets the error anyway.
  pool.on('error', (error) => options.onError?.(error));
  pool.on('connect', (client) => client.on('error', () => undefined));
  const connections = endSilent(pool, options.silenceMs);

  return {
    transactor(value) {
      const opening: Statement = { ...settings, values: value === undefined ? [] : [value] };
      return {
        ...statements((statement) => runAlone(lend, { opening, lasting }, statement)),
        tx: (work) => inTransaction(lend, { opening, lasting }, work),
      };
    },
    isPooled: () => pooled,
    connections: () => connections.values(),
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end: () => pool.end(),
  };
}

/** Connections without a pooler. Behind one, the process id from the connection's start is not that of the backend. */
const direct = new WeakSet<pg.PoolClient>();
let pooled = false;
/** Direct connections that have the settings of their pool for their whole life. */
const settled = new WeakSet<pg.PoolClient>();

type Statement = { text: string; values?: unknown[]; name?: string | undefined };

const BEGIN: Statement = { text: 'begin', name: 'begin' };
const COMMIT: Statement = { text: 'commit', name: 'commit' };

/** `opening` is for one transaction, `lasting` for the life of a connection, if that is possible. */
type PoolSettings = { opening: Statement; lasting: Statement | undefined };

function settingsStatement(settings: Settings, scope: 'transaction' | 'session'): Statement {
  const parts = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', ${value === '$1' ? '$1' : `'${value}'`}, ${scope === 'transaction'})`,
  );
  const text = `select pg_backend_pid() as pid, ${parts.join(', ')}`;
  return { text, name: nameOf(text) };
}

/** Begins a transaction with its settings. The caller need not wait: an error surfaces when it awaits the promise. */
function begin(client: pg.PoolClient, { opening }: PoolSettings): Promise<void> {
  const begun = settled.has(client)
    ? ask(client, BEGIN).then(() => undefined)
    : Promise.all([ask(client, BEGIN), ask(client, opening)]).then(([, { rows }]) => {
        if (direct.has(client)) return;
        if (rows[0].pid === (client as unknown as { processID: number }).processID) direct.add(client);
        else pooled = true;
      });
  begun.catch(() => undefined);
  return begun;
}

/** Applies the pool's settings to a direct connection, after its first transaction. */
async function settle(client: pg.PoolClient, { lasting }: PoolSettings): Promise<void> {
  if (lasting === undefined || !direct.has(client) || settled.has(client)) return;
  await ask(client, lasting);
  settled.add(client);
}

async function commit(asked: Promise<pg.QueryResult>): Promise<void> {
  const { command } = await asked;
  // PostgreSQL responds to the commit of a failed transaction with a rollback and no error.
  if (command !== 'COMMIT') throw new Error('The transaction failed and was rolled back.');
}

const undone = new WeakSet<Error>();

/** Whether nothing was done: there was no connection, or the first statement of a transaction failed. */
export const isUndone = (error: unknown): boolean => error instanceof Error && undone.has(error);

async function connect(lend: Lend): Promise<pg.PoolClient> {
  try {
    return await lend();
  } catch (error) {
    if (error instanceof Error) undone.add(error);
    throw error;
  }
}

/** Runs one statement in one round trip: alone if the connection keeps its settings, otherwise in a transaction. */
async function runAlone(lend: Lend, settings: PoolSettings, statement: Statement): Promise<pg.QueryResult> {
  const client = await connect(lend);
  if (!settled.has(client)) return runOpened(client, settings, statement);
  try {
    const result = await ask(client, statement);
    client.release();
    return result;
  } catch (error) {
    client.release(isFatal(error));
    throw error;
  }
}

async function runOpened(client: pg.PoolClient, settings: PoolSettings, statement: Statement): Promise<pg.QueryResult> {
  const begun = begin(client, settings);
  const asked = ask(client, statement);
  const committed = ask(client, COMMIT);
  asked.catch(() => undefined);
  committed.catch(() => undefined);
  try {
    await begun;
    const result = await asked;
    await commit(committed);
    await settle(client, settings).then(
      () => client.release(),
      () => client.release(true),
    );
    return result;
  } catch (error) {
    // The commit of a failed transaction rolls it back, so the connection can be reused.
    const dead = await committed.then(
      () => isFatal(error),
      () => true,
    );
    client.release(dead);
    throw error;
  }
}

async function inTransaction<T>(lend: Lend, settings: PoolSettings, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await connect(lend);
  let answered = 0;
  try {
    const begun = begin(client, settings);
    const result = await work(
      statements(async (statement) => {
        const asked = ask(client, statement);
        asked.catch(() => undefined);
        await begun;
        const result = await asked;
        answered += 1;
        return result;
      }),
    );
    await begun;
    await commit(ask(client, COMMIT));
    client.release();
    return result;
  } catch (error) {
    // A failed rollback means that the connection is gone, and the transaction with it. After a successful one, only an
    // error that PostgreSQL reported about the connection counts, not one from the caller.
    const dead = await ask(client, { text: 'rollback' }).then(
      () => sqlState(error) !== undefined && isFatal(error),
      () => true,
    );
    client.release(dead);
    if (answered === 0 && error instanceof Error) undone.add(error);
    throw error;
  }
}

/**
 * Passes the callback from the start. A query that gets it later, as with pg's promises and timeouts, survives
 * young-generation garbage collection; under load, that cost a pause of some milliseconds every second. Passes the text
 * as a string, because an options object is copied member by member, which takes 4 µs per statement.
 */
function ask(client: pg.PoolClient, { text, values, name }: Statement): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query(text, values, (error, result) => (error ? reject(error) : resolve(result)));
    (query as { name?: string | undefined }).name = direct.has(client) ? name : undefined;
    client.query(query);
  });
}

function endSilent(pool: pg.Pool, silenceMs: number): Map<pg.PoolClient, TrackedConnection> {
  const tracked = new Map<pg.PoolClient, TrackedConnection>();
  const lentAt = new WeakMap<pg.PoolClient, number>();
  pool.on('acquire', (client) => void lentAt.set(client, performance.now()));
  pool.on('release', (_error, client) => void lentAt.delete(client));
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    tracked.set(client, {
      bytesRead: () => stream.bytesRead,
      isLent: () => lentAt.has(client),
      destroy: (error) => void stream.destroy(error),
    });
    stream.setTimeout(silenceMs);
    stream.on('timeout', () => {
      const since = lentAt.get(client);
      // The timeout may fire just after an idle connection is checked out.
      if (since !== undefined && performance.now() - since > silenceMs / 2)
        stream.destroy(new Error('Connection terminated: PostgreSQL does not respond.'));
    });
  });
  pool.on('remove', (client) => void tracked.delete(client as pg.PoolClient));
  return tracked;
}

/** Returns a Db that sends prepared statements and returns plain rows. */
function statements(send: (statement: Statement) => Promise<pg.QueryResult>): Db {
  async function result(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    try {
      return await send({ text, values: values.map(encodeValue), name: statementName(text) });
    } catch (error) {
      // Makes the stack show the caller, not the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }
  return {
    query: async (text, values) => (await result(text, values)).rows as never,
    run: async (text, values) => (await result(text, values)).rowCount ?? 0,
  };
}

/**
 * Whether to close the connection: it is lost, its prepared statements are invalid, or its server is read-only while
 * another one may not be.
 */
function isFatal(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined || /^(08|57P|0A000|26000|25006)/.test(state);
}

function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

const names = new Map<string, string>();

/** Statements built from filters have many texts, and each connection would keep them all. */
const NAMES_MAX = 2_000;

/** Prefix of a statement whose best plan depends on its values. PostgreSQL plans it each time. */
export const PLANNED_ANEW = '/* planned anew */ ';

const nameOf = (text: string): string => createHash('sha1').update(text).digest('base64url');

/**
 * Returns the name under which a connection prepares the statement, derived from its text. Past NAMES_MAX, new
 * statements run unprepared.
 */
function statementName(text: string): string | undefined {
  if (text.startsWith(PLANNED_ANEW)) return undefined;
  let name = names.get(text);
  if (name === undefined && names.size < NAMES_MAX) {
    name = nameOf(text);
    names.set(text, name);
  }
  return name;
}
