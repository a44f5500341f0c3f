import { availableParallelism } from 'node:os';
import { ConfigError, readInteger } from '#platform/configuration.ts';

export type WorkspaceSettings = ReturnType<typeof readWorkspaceSettings>;

/** Reads the SQL limits from the environment. */
export function readWorkspaceSettings(env: NodeJS.ProcessEnv) {
  const cores = availableParallelism();
  const number = (name: string, fallback: number, min: number, max: number): number =>
    readInteger(env, name, fallback, min, max);
  const engine = env.ERRAND_SQL_ENGINE?.trim() || 'duckdb';
  if (engine !== 'duckdb') throw new ConfigError(`ERRAND_SQL_ENGINE is ${JSON.stringify(engine)}, but must be duckdb.`);
  return {
    engine,
    warm: number('ERRAND_SQL_WARM', 2, 0, 64),
    // Long tasks take turns on the processors. One organization alone never takes all slots.
    concurrency: number('ERRAND_SQL_CONCURRENCY', Math.max(3, cores), 1, 256),
    orgConcurrency: number('ERRAND_SQL_ORG_CONCURRENCY', Math.max(2, Math.ceil(cores / 2)), 1, 256),
    threads: number('ERRAND_SQL_THREADS', Math.min(4, cores), 1, 256),
    memoryMb: number('ERRAND_SQL_MEMORY_MB', 1_024, 64, 1_048_576),
    diskMb: number('ERRAND_SQL_DISK_MB', 4_096, 64, 16_777_216),
    timeoutMs: number('ERRAND_SQL_TIMEOUT_SECONDS', 60, 1, 3_600) * 1_000,
    importTimeoutMs: number('ERRAND_SQL_IMPORT_SECONDS', 600, 1, 7_200) * 1_000,
    agentTimeoutMs: number('ERRAND_SQL_AGENT_SECONDS', 86_400, 1, 604_800) * 1_000,
    rowsMax: number('ERRAND_SQL_ROWS_MAX', 10_000, 1, 10_000_000),
    bytesMax: number('ERRAND_SQL_RESULT_BYTES_MAX', 64 * 1024 * 1024, 1_024, 4 * 1024 ** 3),
    exportRowsMax: number('ERRAND_SQL_EXPORT_ROWS_MAX', 1_000_000, 1, 1_000_000_000),
    exportBytesMax: number('ERRAND_SQL_EXPORT_BYTES_MAX', 1024 ** 3, 1_024, 64 * 1024 ** 3),
    connectionBytesMax: number('ERRAND_SQL_CONNECTION_BYTES_MAX', 1024 ** 3, 1_024, 64 * 1024 ** 3),
    jobsMax: number('ERRAND_SQL_JOBS_MAX', 10_000, 1, 10_000),
    keptDays: number('ERRAND_SQL_KEPT_DAYS', 30, 1, 36_500),
    cacheMb: number('ERRAND_SQL_CACHE_MB', 4_096, 0, 16_777_216),
  };
}
