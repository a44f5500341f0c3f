import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseIdentity, type Identity, SHARED_GID } from '#platform/identity.ts';
import { type Bounds, confine, emptyEnvironment, type Isolation, lowerPriority } from '#platform/isolation.ts';
import type { ChildSettings, Layer } from './protocol.ts';

// Starts sandboxed processes: each has its own folder and every isolation that the system offers.

export type SandboxLimits = Bounds & { threads: number };

/**
 * Lower priority than the service and than document reading, but not the lowest: on a busy machine a process with a
 * niceness of 15 gets a thirtieth of a processor, and statements seem to hang.
 */
const NICENESS = 6;
/** Maximum number of processes, including threads. */
const PROCESSES = 128;

export type SandboxProcess = {
  child: ChildProcess;
  folder: string;
  /** The group that may read files linked into the folder, or null if the process runs as the service's user. */
  gid: number | null;
  /** Kills the process and removes its folder. */
  end(): Promise<void>;
};

export async function startSandbox(options: {
  /** Parent of the processes' folders. */
  base: string;
  /** Cache of compiled code. It halves the start time and saves a fifth of the memory. */
  compiled: string;
  isolation: Isolation;
  limits: SandboxLimits;
  without?: Layer[];
  /** The program to run. By default the one that runs queries. */
  program?: string;
}): Promise<SandboxProcess> {
  const { base, isolation, limits, without = [] } = options;
  const identity = without.includes('uid') ? undefined : chooseIdentity(SHARED_GID);
  const folder = await makeFolder(base, identity);
  const settings: ChildSettings = { folder, identity: identity ?? null, ...limits, without };
  const program = [
    process.execPath,
    '--max-old-space-size=512',
    '--no-warnings',
    options.program ?? join(import.meta.dirname, 'child.ts'),
    JSON.stringify(settings),
  ];
  const command = confine(
    program,
    without.includes('network') ? { ...isolation, network: undefined } : isolation,
    // A process limit works only where no other process has the same user.
    without.includes('limits') ? undefined : { ...limits, ...(identity && { processes: PROCESSES }) },
  );
  const child = spawn(command[0]!, command.slice(1), {
    cwd: '/',
    env: { ...emptyEnvironment, NODE_COMPILE_CACHE: options.compiled },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
  // A process that is already gone is reported by its exit.
  child.stdin!.on('error', () => undefined);
  child.on('error', () => undefined);
  lowerPriority(child.pid, NICENESS);
  return {
    child,
    folder,
    gid: identity?.gid ?? null,
    async end() {
      child.kill('SIGKILL');
      child.stdin!.destroy();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** `in/` is read-only; the other folders belong to the process. */
async function makeFolder(base: string, identity: Identity | undefined): Promise<string> {
  await mkdir(base, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(base, 'query-'));
  await mkdir(join(folder, 'in'), { mode: 0o750 });
  for (const name of ['out', 'tmp']) await mkdir(join(folder, name), { mode: 0o700 });
  if (identity === undefined) return folder;
  await chown(join(folder, 'in'), 0, identity.gid);
  for (const name of ['out', 'tmp', '']) await chown(join(folder, name), identity.uid, identity.gid);
  return folder;
}
