import type { Domain } from '#platform/domain.ts';
import { sealedAuth } from './credentials.ts';

export const domain: Domain = {
  name: 'connections',
  tables: { connections: {} },
  sealedColumns: [sealedAuth],
};
