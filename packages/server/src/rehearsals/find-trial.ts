import { earlierJobs } from '#batch-runs/store.ts';
import type { FindTrial } from '#jobs/execute/trial.ts';
import type { Database } from '#platform/db.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { decideCases } from './decide-cases.ts';

/** Tells a job of a rehearsal what to do: decide the cases of its place in the batch. */
export const createFindTrial =
  ({ database, storage }: { database: Database; storage: Storage }): FindTrial =>
  async ({ jobId, orgId }) => {
    const rows = await database.system.query<{ id: string; gather: boolean; batch_index: number; after: string[] }>(
      `select r.id, r.gather, j.batch_index, ${earlierJobs} as after
       from jobs j join rehearsals r on r.batch_id = j.batch_id where j.id = $1::uuid`,
      [jobId],
    );
    const row = rows[0];
    if (row === undefined) return undefined;
    const place = { rehearsalId: row.id, orgId, batchIndex: row.batch_index, anew: row.gather };
    return {
      after: row.after,
      isDetached: true,
      run: (_engine, context) => decideCases({ db: database.tenant(orgId), storage }, place, context),
    };
  };
