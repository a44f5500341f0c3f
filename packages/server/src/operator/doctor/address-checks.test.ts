import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../../test/databases.ts';
import { pgBouncerMissing, startPgBouncer } from '../../../test/pgbouncer.ts';
import { addressChecks } from './address-checks.ts';
import { runChecks } from './check.ts';

const { url, drop } = await createTestDatabase();
after(() => drop());

test('the way to PostgreSQL itself needs nothing', async () => {
  const [found, ...others] = await runChecks(addressChecks({ url, directUrl: url }));
  assert.deepEqual([found!.name, found!.ok, others], ['Connection', true, []]);
  assert.match(found!.detail, /^directly to PostgreSQL; organizations are isolated$/);
});

test('of several hosts each is reported, and one that is missing is a fault', async () => {
  const address = new URL(url);
  const host = address.searchParams.get('host') ?? address.hostname;
  const port = address.searchParams.get('port') ?? address.port;
  address.searchParams.set('host', `${host},127.0.0.1`);
  address.searchParams.set('port', `${port || 5432},1`);
  const [hosts, connection] = await runChecks(addressChecks({ url: address.href, directUrl: address.href }));
  assert.deepEqual([hosts!.name, hosts!.ok, connection!.ok], ['Hosts', false, true]);
  assert.match(hosts!.detail, /: primary, .*: cannot be used \(ECONNREFUSED\)$/);
});

test('a pooler is reported; without the address of PostgreSQL itself it is a fault', {
  skip: pgBouncerMissing,
}, async () => {
  const pooler = await startPgBouncer(url, 2);
  try {
    const [good] = await runChecks(addressChecks({ url: pooler.url, directUrl: url }));
    assert.match(good!.detail, /^through a pooler; organizations are isolated$/);
    const [bad] = await runChecks(addressChecks({ url: pooler.url, directUrl: pooler.url }));
    assert.match(bad!.fix!, /ERRAND_DATABASE_DIRECT_URL/);
  } finally {
    await pooler.stop();
  }
});
