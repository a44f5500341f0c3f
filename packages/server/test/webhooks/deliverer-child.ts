import { findCompletedJobs } from '#jobs/read/completed-jobs.ts';
import { openDatabase } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { parseNetwork } from '#platform/outbound/addresses.ts';
import { createOutbound } from '#platform/outbound/client.ts';
import { createDeliverer } from '#webhooks/deliver/deliverer.ts';
import { createWebhookMetrics } from '#webhooks/deliver/metrics.ts';
import { createVault } from '#webhooks/message/vault.ts';
import { testBox } from '../secret-box.ts';

// A process that only delivers, with a table of retries that fits into a test; made to be killed.

const database = openDatabase({
  url: process.argv[2]!,
  systemConnectionsMax: 2,
  tenantConnectionsMax: 1,
  queueConnectionsMax: 3,
});
const deliverer = createDeliverer({
  database,
  vault: createVault(database.system, testBox(database.system)),
  outbound: createOutbound({ allow: [parseNetwork('127.0.0.0/8')!], limits: { totalMs: 1_500, connectMs: 1_000 } }),
  log: createLog('silent'),
  metrics: createWebhookMetrics(createMetrics()),
  concurrency: 32,
  findJobs: (ids) => findCompletedJobs(database.queue, ids),
  delays: [0, ...Array(60).fill(0.1)],
  leaseSeconds: 1,
  pollMs: 50,
  backoffMsMax: 0,
});
await deliverer.start();
process.stdout.write('ready\n');
