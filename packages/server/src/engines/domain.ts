import type { Db } from '#platform/db.ts';
import type { Domain } from '#platform/domain.ts';
import { batchRows, deleteCalls } from './batch-lane/store.ts';
import { modelChecks } from './doctor.ts';
import { deleteCallbacks, sealedCallback } from './http-engine/callbacks-store.ts';

async function deleteAll(tx: Db, jobIds: string[]): Promise<undefined> {
  await deleteCallbacks(tx, jobIds);
  await deleteCalls(tx, jobIds);
}

export const domain: Domain = {
  name: 'engines',
  tables: {
    model_providers: {},
    model_settings: {},
    model_batches: {},
    model_batch_calls: { jobData: 'erased', archive: 'stays' },
    engine_callbacks: { jobData: 'erased', archive: 'stays' },
  },
  sealedColumns: [sealedCallback],
  leased: [batchRows],
  erase: {
    data: (tx, _orgId, jobId) => deleteAll(tx, [jobId]),
    jobs: (tx, _orgId, jobIds) => deleteAll(tx, jobIds),
  },
  doctor: modelChecks,
};
