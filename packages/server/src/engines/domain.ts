import type { Domain } from '#platform/domain.ts';
import { sealedCallback } from './http-engine/callbacks-store.ts';

export const domain: Domain = {
  name: 'engines',
  tables: {
    model_providers: {},
    engine_callbacks: { jobData: 'erased' },
  },
  sealedColumns: [sealedCallback],
};
