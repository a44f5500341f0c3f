import type { Domain } from '#platform/domain.ts';
import { sealedSecret } from './store.ts';

export const domain: Domain = {
  name: 'secrets',
  tables: {
    secrets: {},
  },
  sealedColumns: [sealedSecret],
};
