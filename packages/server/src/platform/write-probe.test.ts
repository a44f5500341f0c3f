import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../test/databases.ts';
import { until } from '../../test/until.ts';
import { createWriteProbe, LateWrite } from './write-probe.ts';

const { url, drop } = await createTestDatabase();
const admin = new pg.Client({ connectionString: url });
await admin.connect();
// Simulates a commit that waits for a lost standby: it waits while the lock is held.
await admin.query(`create function wait_for_standby() returns trigger language plpgsql as
  $$ begin perform set_config('lock_timeout', '0', true); perform pg_advisory_xact_lock_shared(1); return null; end $$`);
await admin.query(`create constraint trigger stalls after insert or update on write_probes initially deferred
  for each row execute function wait_for_standby()`);
after(async () => {
  await admin.end();
  await drop();
});

async function countWaiting(): Promise<number> {
  const { rows } = await admin.query(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
  );
  return rows[0].count;
}

test('a stalled write occupies few connections, however long it takes, and reports its end', async () => {
  const probe = createWriteProbe({ connectionString: url }, { limitMs: 200, againMs: 0 });
  await probe.write();
  const usualMs = probe.waitMs()!;
  await admin.query('select pg_advisory_lock(1)');
  for (let tries = 0; tries < 6; tries += 1) await assert.rejects(probe.write(), LateWrite);
  await until(async () => (await countWaiting()) === 3, 'three writes to wait');
  assert.ok(probe.waitMs()! > usualMs);
  await admin.query('select pg_advisory_unlock(1)');
  await until(
    async () =>
      probe.write().then(
        () => true,
        () => false,
      ),
    'a write to go through',
  );
  await until(async () => (await countWaiting()) === 0, 'none to wait');
  await probe.close();
});

test('a connection that is lost costs one write, and the next one gets another', async () => {
  const probe = createWriteProbe({ connectionString: url });
  await probe.write();
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await until(
    async () =>
      probe.write().then(
        () => false,
        () => true,
      ),
    'the loss to show',
  );
  await probe.write();
  await probe.close();
});
