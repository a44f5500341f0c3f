import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';
import { encodeValue, parseMoment } from './db-values.ts';
import { parseJson } from './json.ts';

// Connections to PostgreSQL. Every statement runs in a transaction that first sets all it relies on: role,
// organization, time limits, planner. Nothing is kept on a connection, so a pooler in transaction mode may hand it to
// anybody afterwards. Begin, settings, statement and commit travel together in one round trip. Statements are prepared
// only where no pooler stands between: many poolers lose what was prepared.

export type Db = {
  query<Row extends object = Record<string, never>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Number of rows the statement changed. */
  run(text: string, values?: unknown[]): Promise<number>;
};
export type Transactor = Db & { tx<T>(work: (tx: Db) => Promise<T>): Promise<T> };

/** Settings of a transaction. A name may be set to `$1`, which the transactor's value stands for. */
export type Settings = Record<string, string>;

export type ConnectionPool = {
  /** `value`: what `$1` in the settings stands for. */
  transactor(value?: string): Transactor;
  /** A pooler stands between us and PostgreSQL. Known after the first statement. */
  isPooled(): boolean;
  end(): Promise<void>;
};

export function createConnectionPool(options: {
  config: pg.PoolConfig;
  settings: Settings;
  /** A connection in use that is silent for so long is dead. */
  silenceMs: number;
  onError?: ((error: Error) => void) | undefined;
}): ConnectionPool {
  const pool = new pg.Pool({ ...options.config, types: { getTypeParser }, pipeline: true } as pg.PoolConfig);
  const settings = settingsStatement(options.settings);
  // Without listeners, a restarting PostgreSQL would end the process: the pool's is for idle connections, that of
  // the connection for the time it is lent out. The statement under way learns of it by itself.
  pool.on('error', (error) => options.onError?.(error));
  pool.on('connect', (client) => client.on('error', () => undefined));
  endSilent(pool, options.silenceMs);

  return {
    transactor(value) {
      const opening: Statement = { ...settings, values: value === undefined ? [] : [value] };
      return {
        ...statements((statement) => runAlone(pool, opening, statement)),
        tx: (work) => inTransaction(pool, opening, work),
      };
    },
    isPooled: () => pooled,
    end: () => pool.end(),
  };
}

/** Behind a pooler, the process that a connection was told of is not the one that answers. */
const direct = new WeakSet<pg.PoolClient>();
let pooled = false;

type Statement = { text: string; values?: unknown[]; name?: string | undefined };

const BEGIN: Statement = { text: 'begin', name: 'begin' };
const COMMIT: Statement = { text: 'commit', name: 'commit' };

function settingsStatement(settings: Settings): Statement {
  const parts = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', ${value === '$1' ? '$1' : `'${value}'`}, true)`,
  );
  const text = `select pg_backend_pid() as pid, ${parts.join(', ')}`;
  return { text, name: nameOf(text) };
}

/** Begins a transaction with its settings, without waiting. What goes wrong is told when somebody waits for it. */
function begin(client: pg.PoolClient, settings: Statement): Promise<void> {
  const begun = Promise.all([ask(client, BEGIN), ask(client, settings)]).then(([, { rows }]) => {
    if (direct.has(client)) return;
    if (rows[0].pid === (client as unknown as { processID: number }).processID) direct.add(client);
    else pooled = true;
  });
  begun.catch(() => undefined);
  return begun;
}

async function commit(asked: Promise<pg.QueryResult>): Promise<void> {
  const { command } = await asked;
  // PostgreSQL answers the commit of a failed transaction with a rollback, and calls it no error.
  if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.');
}

/** One statement in a transaction of its own, in one round trip. */
async function runAlone(pool: pg.Pool, settings: Statement, statement: Statement): Promise<pg.QueryResult> {
  const client = await pool.connect();
  const begun = begin(client, settings);
  const asked = ask(client, statement);
  const committed = ask(client, COMMIT);
  asked.catch(() => undefined);
  committed.catch(() => undefined);
  try {
    await begun;
    const result = await asked;
    await commit(committed);
    client.release();
    return result;
  } catch (error) {
    // The commit of a failed transaction rolls it back: afterwards the connection is as good as new.
    const dead = await committed.then(
      () => isFatal(error),
      () => true,
    );
    client.release(dead);
    throw error;
  }
}

async function inTransaction<T>(pool: pg.Pool, settings: Statement, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const begun = begin(client, settings);
    const result = await work(
      statements(async (statement) => {
        const asked = ask(client, statement);
        asked.catch(() => undefined);
        await begun;
        return asked;
      }),
    );
    await begun;
    await commit(ask(client, COMMIT));
    client.release();
    return result;
  } catch (error) {
    // A failed rollback means that the connection is gone, and with it the transaction. After one that worked, only what
    // PostgreSQL itself said of the connection counts, and not that somebody gave the transaction up.
    const dead = await ask(client, { text: 'rollback' }).then(
      () => sqlState(error) !== undefined && isFatal(error),
      () => true,
    );
    client.release(dead);
    throw error;
  }
}

/**
 * With its callback from the start. A query that gets one later, as those do of which pg makes a promise or keeps the
 * time, survives the collections of young garbage: under load that was a pause of some milliseconds every second.
 * And from a text: an object of options would be copied member by member, which took 4 µs of every statement.
 */
function ask(client: pg.PoolClient, { text, values, name }: Statement): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query(text, values, (error, result) => (error ? reject(error) : resolve(result)));
    (query as { name?: string | undefined }).name = direct.has(client) ? name : undefined;
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

/** A Db over one connection or pool: prepared statements, plain rows. */
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

/**
 * The connection is gone, what it has prepared is of no use any more, or it leads to a server that takes no writes
 * while another one may.
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

/** Statements built from many filters have many texts; each connection would keep them all. */
const NAMES_MAX = 2_000;

/** At the head of a statement whose best plan depends on its values: it is planned for them each time. */
export const PLANNED_ANEW = '/* planned anew */ ';

const nameOf = (text: string): string => createHash('sha1').update(text).digest('base64url');

/** Statements are prepared once per connection under a name made from their text; too many others go without. */
function statementName(text: string): string | undefined {
  if (text.startsWith(PLANNED_ANEW)) return undefined;
  let name = names.get(text);
  if (name === undefined && names.size < NAMES_MAX) {
    name = nameOf(text);
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
