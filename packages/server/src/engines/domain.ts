import type { Domain } from '#platform/domain.ts';
import { modelChecks } from './doctor.ts';
import { deleteCallbacks, sealedCallback } from './http-engine/callbacks-store.ts';

export const domain: Domain = {
  name: 'engines',
  tables: {
    model_providers: {},
    model_settings: {},
    engine_callbacks: { jobData: 'erased' },
  },
  sealedColumns: [sealedCallback],
  erase: {
    data: (tx, _orgId, jobId) => deleteCallbacks(tx, [jobId]),
    jobs: (tx, _orgId, jobIds) => deleteCallbacks(tx, jobIds),
  },
  doctor: modelChecks,
};
