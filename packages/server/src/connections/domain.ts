import type { Domain } from '#platform/domain.ts';
import { sealedAuth } from './credentials.ts';

export const domain: Domain = {
  name: 'connections',
  tables: {
    connections: {},
    post_action_deliveries: { jobData: 'erased' },
  },
  sealedColumns: [sealedAuth],
};
