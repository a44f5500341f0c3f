import type { Readiness } from '@errand/contract/service.ts';
import type { Static } from 'typebox';
import type { DatabaseState } from '#platform/database-state.ts';
import type { OutageCause } from '#platform/errors.ts';
import type { StorageFault, StorageState } from '#platform/storage/storage-state.ts';

// Tells from memory whether this process can accept and finish work; its dependencies are watched in the background.
// Only a fault that keeps this process from working makes it unavailable, and only after a while, because callers wait
// meanwhile. A fault of the shared storage or of a model provider is only reported: most work goes on without them.

/** Callers wait this long for a database that takes no writes. */
const PATIENCE_MS = 30_000;
/** Others may take over the jobs of a process whose lease is older. */
const LEASE_MS_MAX = 15_000;

export function createReadiness(parts: {
  database: Pick<DatabaseState, 'current'>;
  storage: Pick<StorageState, 'current'>;
  /** Time since this process last renewed its lease. */
  leaseAgeMs(): number;
  /** Model providers that do not respond. */
  providersDown(): number;
  /** Describes what is wrong with the served certificate. */
  certificateProblem?(): string | undefined;
  isStopping(): boolean;
}): () => Static<typeof Readiness> {
  return () => {
    const database = parts.database.current();
    const storage = parts.storage.current();
    const leaseAgeMs = parts.leaseAgeMs();
    const providers = parts.providersDown();
    const stopping = parts.isStopping();
    const certificate = parts.certificateProblem?.();
    const outSeconds = database.writable ? 0 : database.forMs / 1_000;
    const problems = [
      ...(stopping ? ['The process is stopping.'] : []),
      ...(database.writable ? [] : [`${OUTAGES[database.cause]} This has lasted ${Math.round(outSeconds)} s.`]),
      ...(leaseAgeMs > LEASE_MS_MAX ? [`The lease has not been renewed for ${Math.round(leaseAgeMs / 1_000)} s.`] : []),
      ...(storage.usable ? [] : [`${FAULTS[storage.fault]} Runs without files go on.`]),
      ...(providers > 0 ? [`Model providers that do not respond: ${providers}. Jobs that need them wait.`] : []),
      ...(certificate === undefined ? [] : [certificate]),
    ];
    const isOut = stopping || outSeconds * 1_000 > PATIENCE_MS || leaseAgeMs > PATIENCE_MS;
    return {
      status: isOut ? 'unavailable' : problems.length > 0 ? 'degraded' : 'ok',
      database: database.writable ? 'ok' : database.cause,
      storage: storage.usable ? 'ok' : storage.fault,
      queue: stopping ? 'stopping' : leaseAgeMs > LEASE_MS_MAX ? 'silent' : 'ok',
      problems,
    };
  };
}

const OUTAGES: Record<OutageCause, string> = {
  unreachable: 'The database cannot be reached.',
  recovering: 'The database is starting or recovering.',
  read_only: 'The database is read-only.',
  full: 'The database has no space left.',
  locked: 'Writes to the database wait for a lock.',
  commit_stalled: 'Commits to the database do not finish.',
};

const FAULTS: Record<StorageFault, string> = {
  full: 'The storage has no space left.',
  stalled: 'The storage does not respond in time.',
  unreachable: 'The storage cannot be reached.',
  failed: 'The storage cannot be used.',
};
