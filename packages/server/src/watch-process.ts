import { recordStuck } from '#jobs/queue/stuck.ts';
import { limits } from '#platform/limits.ts';
import { startWatchdog } from '#platform/watchdog/watchdog.ts';
import type { Service } from './service.ts';

/** Ends this process when its main thread is stuck, and records the job that it was stuck on. */
export function watchProcess(
  { jobs }: Pick<Service, 'jobs'>,
  { databaseUrl, logs }: { databaseUrl: string; logs: boolean },
): { stop(): Promise<void> } {
  // A debugger stops the main thread, too.
  const isDebugged = process.execArgv.some((argument) => argument.startsWith('--inspect'));
  if (limits.stuckSeconds === 0 || isDebugged) return { stop: async () => undefined };
  return startWatchdog({
    limitMs: limits.stuckSeconds * 1_000,
    databaseUrl,
    logs,
    record: (activity) => recordStuck(jobs.worker.id, activity),
  });
}
