import type { Domain } from '#platform/domain.ts';
import { deleteJobBodies } from './deliveries-store.ts';
import { sealedSecrets } from './message/vault.ts';
import { deleteLinksOfAgent } from './store.ts';

export const domain: Domain = {
  name: 'webhooks',
  tables: {
    webhooks: { jobData: { kept: 'a setting of its owner' } },
    webhook_states: {},
    webhook_agents: {},
    webhook_deliveries: { jobData: 'erased' },
    webhook_attempts: {},
    webhook_queue: { jobData: { kept: 'ids and times of deliveries that are due' } },
    webhook_mailbox: {},
  },
  sealedColumns: [sealedSecrets],
  erase: {
    data: (tx, orgId, jobId) => deleteJobBodies(tx, orgId, [jobId]),
    jobs: deleteJobBodies,
  },
  onAgentDeleted: { remove: deleteLinksOfAgent },
};
