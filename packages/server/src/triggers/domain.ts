import type { Domain } from '#platform/domain.ts';
import { triggerUses as connectionUses } from './connection-uses.ts';
import { triggerRunRows } from './runs-store.ts';
import { disableTriggersOfAgent, sealedSecret, sealedToken } from './store.ts';

export const domain: Domain = {
  name: 'triggers',
  tables: {
    triggers: {},
    trigger_runs: { jobData: { kept: 'says which job an event started; inputs only until then' }, archive: 'stays' },
  },
  sealedColumns: [sealedSecret, sealedToken],
  onAgentDeleted: { stop: disableTriggersOfAgent },
  connectionUses,
  leased: [triggerRunRows],
};
