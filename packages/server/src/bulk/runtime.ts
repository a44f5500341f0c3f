import { setTimeout as delay } from 'node:timers/promises';
import { hasRole } from '@errand/contract/roles.ts';
import type { Logger } from '#platform/log.ts';
import {
  type BulkRow,
  claimOperation,
  endOperation,
  findActorRole,
  type ItemResult,
  keepLease,
  listPending,
  pauseBecause,
  recordItems,
  removeOld,
} from './store.ts';
import { type WorkDeps, workOn } from './work.ts';

// Runs bulk actions. A lease gives each action to one process. If it dies, another process goes on with the items that
// are not recorded yet.

const LOOK_MS = 1_000;
const CLEAN_MS = 3_600_000;
const LEASE_SECONDS = 15;
/** Items that are done and recorded together. Few, so that a pause takes effect soon. */
const AT_ONCE = 8;

type Options = WorkDeps & { log: Logger; runs: boolean };

export function createBulkRuntime({ log, runs, ...deps }: Options) {
  const stopping = new AbortController();
  const { system } = deps.database;
  let loop: Promise<void> = Promise.resolve();
  let cleanedAt = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    if (performance.now() - cleanedAt > CLEAN_MS) {
      cleanedAt = performance.now();
      await removeOld(system);
    }
    for (;;) {
      const operation = stopping.signal.aborted ? undefined : await claimOperation(system, LEASE_SECONDS);
      if (operation === undefined) return;
      await workThrough(operation);
    }
  }

  async function workThrough(operation: BulkRow): Promise<void> {
    while (!stopping.signal.aborted && (await keepLease(system, operation.id, LEASE_SECONDS))) {
      const items = await listPending(system, operation.id, AT_ONCE);
      if (items.length === 0) {
        await endOperation(system, operation.id);
        log.info({ event: 'bulk.done', operation: operation.id, kind: operation.kind }, 'bulk action done');
        return;
      }
      // Rights are checked before each step, so that an action stops when its user or key loses them.
      const role = await findActorRole(system, operation);
      if (role === undefined || !hasRole(role, 'member')) {
        await pauseBecause(system, operation.id, whyPaused(operation, role));
        log.warn(
          { event: 'bulk.paused', operation: operation.id, role },
          'bulk action paused, its user or key lost the role',
        );
        return;
      }
      const results = await Promise.all(items.map((item) => workOn(deps, { ...operation, role }, item, log)));
      const known = results.filter((result): result is ItemResult => result !== undefined);
      await recordItems(system, operation.id, known);
      // The remaining items are retried when the lease ends.
      if (known.length < items.length) return;
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (deps.database.state.current().writable) await look();
      } catch (error) {
        log.warn({ err: error, event: 'bulk.look' }, 'could not look for bulk actions, will retry');
      }
      await delay(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    start(): void {
      if (runs) loop = run();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await loop;
    },
  };
}

function whyPaused({ email, key_id: keyId }: BulkRow, role: string | undefined): string {
  const who = keyId === null ? (email ?? 'The user who started it') : 'The API key that started it';
  const now =
    role !== undefined
      ? `now has only the role ${role}`
      : keyId === null
        ? 'is no longer a member'
        : 'is no longer valid';
  return `${who} ${now}. Anyone with the role member can resume it. It then runs with their rights.`;
}
