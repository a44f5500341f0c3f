// The dedicated connection of one process to the cluster, with its locks. It uses the maintenance database, so that the
// database `errand` can be cloned, renamed or dropped, and its own advisory locks never conflict with these.
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { errorCode } from './errors.ts';

export type Purpose = 'server' | 'operator';

/**
 * `absent`: nothing listens. `starting`, `busy`: postgres does not accept connections yet. `denied`: wrong password.
 * `full`: the disk is full.
 */
type EnterOutcome =
  | { state: 'entered'; client: pg.Client }
  | { state: 'refused'; client: pg.Client; holder: string }
  | { state: NotEntered };

export type NotEntered = 'absent' | 'starting' | 'busy' | 'denied' | 'full';

const lockSpace = 0x45727264;
/** Shared by all processes that use the cluster; a process that gets it exclusively may stop postgres. */
const useLock = [lockSpace, 1];
/** Held by the one server process. */
const serverLock = [lockSpace, 2];
/** A postgres that hangs must not block processes that leave. */
const leaveMs = 5_000;

export function databaseUrl(options: { password: string; socketDir: string; port: number }): string {
  const host = encodeURIComponent(options.socketDir);
  // Port and sslmode are explicit. Otherwise PGPORT and PGSSLMODE in the environment would decide.
  return `postgres://errand:${options.password}@localhost:${options.port}/errand?host=${host}&sslmode=disable`;
}

export async function enterCluster(options: {
  socketDir: string;
  port: number;
  password: string;
  purpose: Purpose;
}): Promise<EnterOutcome> {
  const client = new pg.Client({
    host: options.socketDir,
    port: options.port,
    user: 'errand',
    password: options.password,
    database: 'postgres',
    ssl: false,
    application_name: `errand ${options.purpose}, process ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  // The event `end` reports a lost connection; without this listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Waits only while another process is stopping postgres. Then this connection breaks, and the caller starts
    // postgres again.
    await client.query('select pg_advisory_lock_shared($1::int, $2::int)', useLock);
    await ensureDatabase(client);
    if (options.purpose === 'server' && !(await takeServerLock(client))) {
      return { state: 'refused', client, holder: await findServer(client) };
    }
    return { state: 'entered', client };
  } catch (error) {
    await disconnect(client);
    return { state: stateAfter(error) };
  }
}

function stateAfter(error: unknown): NotEntered {
  const code = errorCode(error);
  const message = error instanceof Error ? error.message : '';
  if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTSOCK') return 'absent';
  if (code === '28P01' || code === '28000') return 'denied';
  if (code === '53100') return 'full';
  if (code === '57P03' && !message.includes('shutting down')) return 'starting';
  return 'busy';
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select from pg_database where datname = 'errand'`);
  if (rowCount) return;
  try {
    await client.query('create database errand');
  } catch (error) {
    // With two concurrent first starts, the slower one finds the database, by name or by its unique index.
    if (errorCode(error) !== '42P04' && errorCode(error) !== '23505') throw error;
  }
}

/** Waits up to a second, because the connection of a killed server, and so its lock, ends shortly after the process. */
async function takeServerLock(client: pg.Client): Promise<boolean> {
  try {
    await client.query(`set lock_timeout = '1s'`);
    await client.query('select pg_advisory_lock($1::int, $2::int)', serverLock);
    await client.query('reset lock_timeout');
    return true;
  } catch (error) {
    if (errorCode(error) === '55P03') return false;
    throw error;
  }
}

async function findServer(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ application_name: string }>(
    `select a.application_name
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.classid = $1::int::oid and l.objid = $2::int::oid`,
    serverLock,
  );
  return /process \d+/.exec(rows[0]?.application_name ?? '')?.[0] ?? 'process unknown';
}

/** Releases this session's locks. Returns true, and locks the cluster for others, if no other process uses it. */
export async function leaveCluster(client: pg.Client): Promise<boolean> {
  const ask = async () => {
    await client.query('select pg_advisory_unlock_all()');
    const { rows } = await client.query<{ alone: boolean }>(
      'select pg_try_advisory_lock($1::int, $2::int) as alone',
      useLock,
    );
    return rows[0]?.alone === true;
  };
  return Promise.race([ask().catch(() => false), setTimeout(leaveMs, false, { ref: false })]);
}

export async function disconnect(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), setTimeout(leaveMs, undefined, { ref: false })]);
}
