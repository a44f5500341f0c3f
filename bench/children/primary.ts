import { openEmbeddedPostgres } from '@errand/server/platform/embedded-postgres.ts';
import { migrate } from '@errand/server/platform/migrate.ts';

// One primary: a small PostgreSQL that organizations can be copied from and to.

const postgres = await openEmbeddedPostgres({
  dataDir: process.env.PRIMARY_DIR!,
  purpose: 'server',
  settings: {
    shared_buffers: '32MB',
    wal_level: 'logical',
    max_worker_processes: '24',
    max_logical_replication_workers: '12',
    max_sync_workers_per_subscription: '6',
    max_replication_slots: '20',
    max_wal_senders: '20',
  },
});
await migrate(postgres.url);
process.once('SIGTERM', () => void postgres.stop().then(() => process.exit()));
process.once('disconnect', () => void postgres.stop().then(() => process.exit()));
process.send!({ port: 0, url: postgres.url });
