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

/** The SQL engine of this process, with the sandboxed processes that run its tasks. */
export function openEngine({ storage, settings, log, folder }: Options) {
  const limits = {
    memoryMb: settings.memoryMb,
    diskMb: settings.diskMb,
    threads: settings.threads,
    // Processor time counts every thread; the deadline is what usually ends a query.
    cpuSeconds: (Math.max(settings.timeoutMs, settings.importTimeoutMs) / 1_000) * settings.threads + 10,
  };
  // Folders of a dead process are of no use to its successor.
  const base = join(folder, `sandbox-${process.pid}`);
  // The parent process may have set a cache for compiled code.
  const compiled = process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled');
  const pool = createPool({ base, compiled, warm: settings.warm, tasksMax: settings.concurrency, limits, log });
  const files = createLocalFiles({ storage, folder: join(folder, 'cache'), bytesMax: settings.cacheMb * 1024 * 1024 });
  const engine = createDuckDbEngine({ pool, files, limits, log });
  return {
    engine,
    /** A query may follow soon. */
    prepare: pool.prepare,
    async stop(): Promise<void> {
      await engine.stop();
      await rm(base, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}
