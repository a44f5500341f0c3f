import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connectionName, type Database, openDatabase, processMark } from '#platform/db.ts';
import { openEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { migrate } from '#platform/migrate.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { startProxy } from './proxy.ts';
import { startWitness, type Witness } from './witness.ts';

// Real processes on a PostgreSQL of their own, and everything that can happen to them.

export type Role = 'all' | 'api' | 'worker';
export type FaultKind = 'kill' | 'pause' | 'term' | 'crash' | 'postgres' | 'cut' | 'lost';
export type Fault = { kind: FaultKind; role: Role | 'postgres'; pid: number; at: number; until?: number };

export type Member = {
  role: Role;
  pid: number;
  baseUrl: string;
  state: 'running' | 'paused' | 'ending' | 'gone';
  startedAt: number;
  logFile: string;
  exited: Promise<number | string>;
};

export type Cluster = {
  url: string;
  database: Database;
  witness: Witness;
  members: Member[];
  faults: Fault[];
  /** Processes that ended without an order. */
  unexpected: string[];
  spawn(role: Role, env?: NodeJS.ProcessEnv): Promise<Member>;
  running(...roles: Role[]): Member[];
  kill(member: Member): Promise<void>;
  pause(member: Member): void;
  resume(member: Member): void;
  /** SIGTERM; gives the exit code and how long it took. */
  terminate(member: Member): Promise<{ code: number | string; ms: number }>;
  /** kill -9 of the postmaster; resolves when it answers again, with how long that took. */
  killPostgres(): Promise<number>;
  /** Ends every connection of every process, with whatever is in flight on it. */
  cutConnections(): Promise<void>;
  /** Loses every answer of PostgreSQL for a moment, then the connections. */
  loseAnswers(): Promise<void>;
  /** How long this process itself had to wait for its turn at worst: others on the machine waited no less. */
  lagMs(): number;
  stop(): Promise<void>;
};

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));

export async function startCluster(options: { env?: NodeJS.ProcessEnv; prefix?: string } = {}): Promise<Cluster> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), options.prefix ?? 'errand-chaos-')));
  // A PostgreSQL started by root runs under another account.
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'database');
  await prepareDataFolder(dataDir);
  const postgres = await openEmbeddedPostgres({ dataDir, purpose: 'server', settings: { max_connections: '300' } });
  await migrate(postgres.url);
  const direct = new URL(postgres.url);
  const proxy = await startProxy(`${direct.searchParams.get('host')}/.s.PGSQL.${direct.port}`);
  const indirect = new URL(direct);
  indirect.searchParams.delete('host');
  indirect.host = `127.0.0.1:${proxy.port}`;
  const members: Member[] = [];
  const children = new Map<number, ChildProcess>();
  const faults: Fault[] = [];
  const unexpected: string[] = [];
  const witness = await startWitness((pid) => {
    const member = members.find((candidate) => candidate.pid === pid);
    if (member) strike(member, 'crash', 'ending');
  });
  const database = openDatabase({ url: postgres.url, systemConnectionsMax: 4, queueConnectionsMax: 2 });
  const lag = monitorEventLoopDelay({ resolution: 50 });
  lag.enable();
  let count = 0;
  let stopped = false;

  function strike(member: Member, kind: FaultKind, state: Member['state']): Fault {
    const fault: Fault = { kind, role: member.role, pid: member.pid, at: Date.now() };
    member.state = state;
    faults.push(fault);
    return fault;
  }

  async function findStart(): Promise<string> {
    const rows = await database.system.query<{ start: string }>('select pg_postmaster_start_time()::text as start');
    return rows[0]!.start;
  }

  async function start(role: Role, env: NodeJS.ProcessEnv = {}): Promise<Member> {
    if (stopped) throw new Error('The cluster is stopped.');
    count += 1;
    const logFile = join(folder, `${count}-${role}.log`);
    const log = openSync(logFile, 'a');
    const child = spawn(process.execPath, ['--unhandled-rejections=strict', CHILD], {
      env: {
        ...process.env,
        PORT: '0',
        DATABASE_URL: indirect.href,
        ERRAND_ROLE: role,
        ERRAND_DATA_DIR: join(folder, `data-${count}`),
        ERRAND_STORAGE: join(folder, 'storage'),
        ERRAND_SHUTDOWN_SECONDS: '2',
        // More than the load needs: what is taken over finds a slot.
        ERRAND_WORKER_CONCURRENCY: '64',
        ERRAND_DATABASE_CONNECTIONS: '12',
        // Nothing here runs SQL.
        ERRAND_DRAIN_SECONDS: '0',
        ERRAND_SQL_WARM: '0',
        LOG_LEVEL: 'warn',
        NODE_TEST_CONTEXT: undefined,
        CHAOS_WITNESS_URL: witness.url,
        ...options.env,
        ...env,
      },
      stdio: ['ignore', 'pipe', log],
    });
    closeSync(log);
    children.set(child.pid!, child);
    const exited = once(child, 'exit').then(([code, signal]) => {
      children.delete(child.pid!);
      return (signal ?? code) as number | string;
    });
    const said = await Promise.race([
      once(createInterface(child.stdout!), 'line').then(([line]) => JSON.parse(line) as { port: number }),
      exited,
    ]);
    if (typeof said !== 'object') throw new Error(`A ${role} did not start:\n${await readFile(logFile, 'utf8')}`);
    const member: Member = {
      role,
      pid: child.pid!,
      baseUrl: `http://127.0.0.1:${said.port}`,
      state: 'running',
      startedAt: Date.now(),
      logFile,
      exited,
    };
    members.push(member);
    void exited.then(async (code) => {
      if (member.state !== 'ending') {
        const tail = (await readFile(logFile, 'utf8').catch(() => '')).slice(-3_000);
        unexpected.push(`A ${role} ended by itself (${code}):\n${tail}`);
      }
      member.state = 'gone';
    });
    return member;
  }

  return {
    url: postgres.url,
    database,
    witness,
    members,
    faults,
    unexpected,
    spawn: start,
    running: (...roles) =>
      members.filter((member) => member.state === 'running' && (roles.length === 0 || roles.includes(member.role))),
    async kill(member) {
      strike(member, 'kill', 'ending');
      process.kill(member.pid, 'SIGKILL');
      await member.exited;
    },
    pause(member) {
      strike(member, 'pause', 'paused');
      process.kill(member.pid, 'SIGSTOP');
    },
    resume(member) {
      process.kill(member.pid, 'SIGCONT');
      member.state = 'running';
      faults.findLast((fault) => fault.pid === member.pid && fault.kind === 'pause')!.until = Date.now();
    },
    async terminate(member) {
      const { at } = strike(member, 'term', 'ending');
      process.kill(member.pid, 'SIGTERM');
      const code = await member.exited;
      return { code, ms: Date.now() - at };
    },
    async killPostgres() {
      const pid = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
      const before = await findStart();
      const fault: Fault = { kind: 'postgres', role: 'postgres', pid, at: Date.now() };
      faults.push(fault);
      process.kill(pid, 'SIGKILL');
      for (let back = false; !back; ) {
        await delay(50);
        // A connection of the dead one may answer for a while.
        back = await findStart().then(
          (start) => start !== before,
          () => false,
        );
        if (Date.now() - fault.at > 60_000) throw new Error('PostgreSQL does not come back.');
      }
      fault.until = Date.now();
      return fault.until - fault.at;
    },
    async cutConnections() {
      faults.push({ kind: 'cut', role: 'postgres', pid: 0, at: Date.now() });
      await database.system.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name like 'errand %' and application_name <> $1`,
        [connectionName(processMark)],
      );
    },
    async loseAnswers() {
      faults.push({ kind: 'lost', role: 'postgres', pid: 0, at: Date.now() });
      await proxy.loseAnswers(100);
    },
    lagMs: () => Math.round(lag.max / 1e6),
    async stop() {
      stopped = true;
      lag.disable();
      for (const child of children.values()) child.kill('SIGKILL');
      for (const member of members) {
        if (member.state !== 'gone') member.state = 'ending';
        await member.exited;
      }
      await witness.stop();
      await proxy.stop();
      await database.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
