import type { Domain } from '#platform/domain.ts';
import { deleteActions, endDeliveries } from './store.ts';

export const domain: Domain = {
  name: 'connections/deliveries',
  tables: { post_action_deliveries: { jobData: 'erased' } },
  erase: { data: endDeliveries, jobs: deleteActions },
};
