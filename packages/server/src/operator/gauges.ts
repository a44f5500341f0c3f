import { machineAheadMs } from '#platform/clock.ts';
import type { Database } from '#platform/db.ts';
import type { OutageCause } from '#platform/errors.ts';
import { briefly, type Metrics } from '#platform/metrics.ts';
import type { StorageState } from '#platform/storage/storage-state.ts';
import type { CertificateWatch } from '#platform/tls/watch-certificate.ts';

const CAUSES: OutageCause[] = ['unreachable', 'recovering', 'read_only', 'full', 'locked', 'commit_stalled'];
/** From the speed of a local disk to a standby that hangs. */
const WRITE_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3];

/** Adds gauges for the database, storage and model providers. Returns what the readiness check needs. */
export function addPlatformGauges(
  metrics: Metrics,
  parts: { database: Database; storage: StorageState; leaseAgeMs(): number },
): { providersDown(): number } {
  const { database, storage } = parts;
  let providersDown = 0;

  metrics.live('errand_database_writable', '1 while the database takes writes', (set) =>
    set({}, Number(database.state.current().writable)),
  );
  metrics.live(
    'errand_database_outage',
    '1 for the reason why the database takes no writes',
    (set) => {
      const view = database.state.current();
      for (const cause of CAUSES) set({ cause }, Number(!view.writable && view.cause === cause));
    },
    ['cause'],
  );
  metrics.live(
    'errand_database_connections',
    'Connections of this process, by pool and state; waiting counts callers without one',
    (set) => {
      for (const { name, total, idle, waiting } of database.pools()) {
        set({ pool: name, state: 'busy' }, total - idle);
        set({ pool: name, state: 'idle' }, idle);
        set({ pool: name, state: 'waiting' }, waiting);
      }
    },
    ['pool', 'state'],
  );
  const writes = metrics.histogram(
    'errand_database_write_seconds',
    'Seconds until a small write is committed, one every two seconds',
    WRITE_BUCKETS,
  );
  database.state.onWrite((ms) => writes.observe(ms / 1_000));
  metrics.live('errand_database_commit_wait_seconds', 'Seconds that the last write took, or has taken so far', (set) =>
    set({}, (database.state.commitWaitMs() ?? 0) / 1_000),
  );
  metrics.live(
    'errand_lease_age_seconds',
    'Seconds since this process last renewed its lease; at 15, others take over its jobs',
    (set) => set({}, parts.leaseAgeMs() / 1_000),
  );
  metrics.live('errand_clock_difference_seconds', "This machine's clock minus PostgreSQL's, in seconds", (set) =>
    set({}, machineAheadMs() / 1_000),
  );
  metrics.live('errand_storage_usable', '1 while the storage can be written and read', (set) =>
    set({}, Number(storage.current().usable)),
  );
  metrics.live('errand_storage_check_seconds', 'Seconds that the last successful check of the storage took', (set) => {
    const ms = storage.lastCheckMs();
    if (ms !== undefined) set({}, ms / 1_000);
  });
  metrics.sampled('errand_model_providers_down', 'Model providers that do not respond', async (set) => {
    const [row] = await briefly(database.system, (tx) =>
      tx.query<{ count: number }>('select count(*) as count from model_providers where outages > 0'),
    );
    providersDown = row!.count;
    set({}, providersDown);
  });
  return { providersDown: () => providersDown };
}

/** Adds gauges for the certificate of a process that serves HTTPS itself. */
export function addCertificateGauges(metrics: Metrics, certificate: CertificateWatch): void {
  metrics.live(
    'errand_tls_certificate_expiry_seconds',
    'Seconds until the served certificate expires; negative after that',
    (set) => set({}, (certificate.current().validUntil.getTime() - Date.now()) / 1_000),
  );
  metrics.live('errand_tls_certificate_refused', '1 while the certificate files cannot be used', (set) =>
    set({}, Number(certificate.isRefused())),
  );
  metrics.live('errand_tls_certificate_reloads', 'Certificates reloaded since the start', (set) =>
    set({}, certificate.reloads()),
  );
}
