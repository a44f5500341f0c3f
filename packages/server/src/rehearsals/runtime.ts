import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { createFindTrial } from './find-trial.ts';
import { settleRehearsal } from './settle-rehearsal.ts';
import { listOpenRehearsals } from './store.ts';

// Assembles the rehearsals domain for one process. Workers end rehearsals whose jobs have all ended.

const LOOK_MS = 1_000;

type Options = { database: Database; storage: Storage; log: Logger; settles: boolean };

export function createRehearsalRuntime({ database, storage, log, settles }: Options) {
  const stopping = new AbortController();
  let loop: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (database.state.current().writable)
          for (const { id, org_id: orgId } of await listOpenRehearsals(database.system))
            await settleRehearsal(database, orgId, id);
      } catch (error) {
        log.warn({ err: error, event: 'rehearsal.look' }, 'could not look for ended rehearsals, will retry');
      }
      await delay(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    findTrial: createFindTrial({ database, storage }),
    start(): void {
      if (settles) loop = run();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await loop;
    },
  };
}
