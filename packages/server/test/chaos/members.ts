import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Fault, ProcessFault } from './faults.ts';

// The processes of the service, and what happens to them.

export type Role = 'all' | 'api' | 'worker';

export type Member = {
  role: Role;
  pid: number;
  baseUrl: string;
  state: 'running' | 'paused' | 'ending' | 'gone';
  startedAt: number;
  logFile: string;
  exited: Promise<number | string>;
};

export type Members = ReturnType<typeof createMembers>;

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));

export function createMembers(options: {
  folder: string;
  env: NodeJS.ProcessEnv;
  faults: Fault[];
  /** Processes that ended without an order. */
  unexpected: string[];
}) {
  const { folder, faults, unexpected } = options;
  const members: Member[] = [];
  const children = new Map<number, ChildProcess>();
  let count = 0;
  let stopped = false;

  function strike(member: Member, kind: ProcessFault, state: Member['state']): Fault {
    const fault: Fault = { kind, role: member.role, pid: member.pid, at: Date.now() };
    member.state = state;
    faults.push(fault);
    return fault;
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
        ERRAND_ROLE: role,
        ERRAND_DATA_DIR: join(folder, `data-${count}`),
        ERRAND_SHUTDOWN_SECONDS: '2',
        // Nobody balances here, so nobody has to hear of a stop first.
        ERRAND_DRAIN_SECONDS: '0',
        // More than the load needs: what is taken over finds a slot.
        ERRAND_WORKER_CONCURRENCY: '64',
        ERRAND_DATABASE_CONNECTIONS: '12',
        ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8',
        // Few statements run here, and none must be quick.
        ERRAND_SQL_WARM: '0',
        // Queries stand back behind everything else, so other work of this machine can starve them: that is no fault.
        ERRAND_SQL_TIMEOUT_SECONDS: '600',
        LOG_LEVEL: 'warn',
        NODE_TEST_CONTEXT: undefined,
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
    members,
    spawn: start,
    running: (...roles: Role[]): Member[] =>
      members.filter((member) => member.state === 'running' && (roles.length === 0 || roles.includes(member.role))),
    /** A process that ends itself, as the witness was told. */
    noteCrash(pid: number): void {
      const member = members.find((candidate) => candidate.pid === pid);
      if (member) strike(member, 'crash', 'ending');
    },
    async kill(member: Member): Promise<void> {
      strike(member, 'kill', 'ending');
      process.kill(member.pid, 'SIGKILL');
      await member.exited;
    },
    pause(member: Member): void {
      strike(member, 'pause', 'paused');
      process.kill(member.pid, 'SIGSTOP');
    },
    resume(member: Member): void {
      process.kill(member.pid, 'SIGCONT');
      member.state = 'running';
      faults.findLast((fault) => fault.pid === member.pid && fault.kind === 'pause')!.until = Date.now();
    },
    /** SIGTERM; gives the exit code and how long it took. */
    async terminate(member: Member): Promise<{ code: number | string; ms: number }> {
      const { at } = strike(member, 'term', 'ending');
      process.kill(member.pid, 'SIGTERM');
      const code = await member.exited;
      return { code, ms: Date.now() - at };
    },
    /** Its clock jumps ahead, and back with the next jump. */
    jumpClock(member: Member): void {
      faults.push({ kind: 'clock', role: member.role, pid: member.pid, at: Date.now(), until: Date.now() });
      process.kill(member.pid, 'SIGUSR2');
    },
    async stop(): Promise<void> {
      stopped = true;
      for (const child of children.values()) child.kill('SIGKILL');
      for (const member of members) {
        if (member.state !== 'gone') member.state = 'ending';
        await member.exited;
      }
    },
  };
}
