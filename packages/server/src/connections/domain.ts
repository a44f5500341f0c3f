import type { Domain } from '#platform/domain.ts';
import { sealedAuth } from './credentials.ts';
import { deliveryRows } from './delivery-rows.ts';

export const domain: Domain = {
  name: 'connections',
  tables: { connections: {} },
  sealedColumns: [sealedAuth],
  leased: [deliveryRows],
};
