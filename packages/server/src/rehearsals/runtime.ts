import type { Database } from '#platform/db.ts';
import { defineSettling } from '#platform/leased-work/settle.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { createFindTrial } from './find-trial.ts';
import { settleRehearsal } from './settle-rehearsal.ts';
import { settledRows } from './store.ts';

type Options = { database: Database; storage: Storage; kit: WorkKit };

/** Assembles the rehearsals domain for one process. Workers end rehearsals whose jobs have all ended. */
export const createRehearsalRuntime = ({ database, storage, kit }: Options) => ({
  findTrial: createFindTrial({ database, storage }),
  ...defineSettling(kit, settledRows, (orgId, id) => settleRehearsal(database, orgId, id)),
});
