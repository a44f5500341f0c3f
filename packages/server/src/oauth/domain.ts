import type { Domain } from '#platform/domain.ts';
import { sealedClientSecret } from './clients-store.ts';

export const domain: Domain = {
  name: 'oauth',
  tables: {
    oauth_clients: {},
    oauth_grants: {},
    oauth_artifacts: { notExported: 'codes and tokens; programs sign in again' },
  },
  sealedColumns: [sealedClientSecret],
};
