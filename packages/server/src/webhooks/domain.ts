import type { Domain } from '#platform/domain.ts';
import { deleteJobBodies } from './deliveries-store.ts';
import { addWebhookGauges } from './gauges.ts';
import { sealedSecrets } from './message/vault.ts';
import { deleteLinksOfAgent } from './store.ts';

export const domain: Domain = {
  name: 'webhooks',
  tables: {
    webhooks: { jobData: { kept: 'a setting of its owner' }, archive: 'stays' },
    webhook_states: {},
    webhook_agents: {},
    webhook_deliveries: { jobData: 'erased', archive: 'file' },
    webhook_attempts: {},
    webhook_queue: { jobData: { kept: 'ids and times of deliveries that are due' }, archive: 'stays' },
    webhook_mailbox: {},
  },
  sealedColumns: [sealedSecrets],
  gauges: addWebhookGauges,
  erase: {
    data: (tx, orgId, jobId) => deleteJobBodies(tx, orgId, [jobId]),
    jobs: deleteJobBodies,
  },
  onAgentDeleted: { remove: deleteLinksOfAgent },
};
