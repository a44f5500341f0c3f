import type { Domain } from '#platform/domain.ts';
import { deleteActions, endDeliveries } from './store.ts';
import { deliveryUses as connectionUses } from './uses.ts';

export const domain: Domain = {
  name: 'connections/deliveries',
  tables: { post_action_deliveries: { jobData: 'erased', archive: 'stays' } },
  connectionUses,
  erase: { data: endDeliveries, jobs: deleteActions },
};
