import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '#platform/log.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { createPool } from '../sandbox/pool.ts';
import { createDuckDbEngine } from './duckdb.ts';
import { createLocalFiles } from './local-files.ts';
import type { WorkspaceSettings } from './settings.ts';

type Options = {
  storage: Storage;
  settings: WorkspaceSettings;
  log: Logger;
  /** Parent of the processes' folders and of cached remote segments. */
  folder: string;
};

/** Opens the SQL engine of this process and its pool of sandboxed processes. */
export function openEngine({ storage, settings, log, folder }: Options) {
  const limits = {
    memoryMb: settings.memoryMb,
    diskMb: settings.diskMb,
    threads: settings.threads,
    // Processor time is the sum over all threads. Usually the deadline ends a query first.
    cpuSeconds: (Math.max(settings.timeoutMs, settings.importTimeoutMs) / 1_000) * settings.threads + 10,
  };
  // The process id keeps services apart. The next start removes folders of dead processes (leftovers.ts).
  const base = join(folder, `sandbox-${process.pid}`);
  // The parent process may have set a cache for compiled code.
  const compiled = process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled');
  const pool = createPool({ base, compiled, warm: settings.warm, tasksMax: settings.concurrency, limits, log });
  const files = createLocalFiles({ storage, folder: join(folder, 'cache'), bytesMax: settings.cacheMb * 1024 * 1024 });
  const engine = createDuckDbEngine({ pool, files, limits, log });
  return {
    engine,
    /** Starts a process ahead of a query that may follow. */
    prepare: pool.prepare,
    async stop(): Promise<void> {
      await engine.stop();
      await rm(base, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}
