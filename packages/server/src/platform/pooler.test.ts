import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createTestDatabase } from '../../test/databases.ts';
import { pgBouncerMissing, startPgBouncer } from '../../test/pgbouncer.ts';
import { type Database, openDatabase, TENANT_ROLE } from './db.ts';

const WHO = `select current_user::text as role, coalesce(current_setting('errand.org_id', true), '') as org,
  current_setting('statement_timeout') as timeout`;
type Who = { role: string; org: string; timeout: string };

async function checkIsolation(database: Database): Promise<void> {
  const [first, second] = [randomUUID(), randomUUID()];
  const owner = (await database.system.query<Who>(WHO))[0]!.role;
  assert.notEqual(owner, TENANT_ROLE);
  for (let round = 0; round < 5; round += 1) {
    for (const org of [first, second]) {
      const [seen] = await database.tenant(org).query<Who>(WHO);
      assert.deepEqual(seen, { role: TENANT_ROLE, org, timeout: '1min' });
      const inside = await database
        .tenant(org)
        .tx(async (tx) => [...(await tx.query<Who>(WHO)), ...(await tx.query<Who>(WHO))]);
      assert.deepEqual(inside, [seen, seen]);
    }
    const [system] = await database.system.query<Who>(WHO);
    assert.deepEqual(system, { role: owner, org: '', timeout: '1min' });
    await assert.rejects(database.tenant(first).query('select 1 / 0'), /division by zero/);
    assert.equal((await database.queue.query<Who>(WHO))[0]!.role, owner);
  }
}

test('role and organization hold for one transaction and leave nothing on the connection', async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase({ url, systemConnectionsMax: 1, tenantConnectionsMax: 1, queueConnectionsMax: 1 });
  try {
    await checkIsolation(database);
    await database.proveIsolation();
  } finally {
    await database.close();
    await drop();
  }
});

test('behind PgBouncer in transaction mode organizations stay apart, with one connection shared by all', {
  skip: pgBouncerMissing,
}, async () => {
  const { url, drop } = await createTestDatabase();
  const pooler = await startPgBouncer(url);
  const database = openDatabase({ url: pooler.url, directUrl: url });
  try {
    await checkIsolation(database);
    await database.proveIsolation();
    // Concurrent statements of several callers share the pooler's only connection.
    const orgs = Array.from({ length: 20 }, () => randomUUID());
    const seen = await Promise.all(orgs.map((org) => database.tenant(org).query<Who>(WHO)));
    assert.deepEqual(
      seen.map(([row]) => row!.org),
      orgs,
    );
  } finally {
    await database.close();
    await pooler.stop();
    await drop();
  }
});

test('a pooler without an address of PostgreSQL itself is refused with what to set', {
  skip: pgBouncerMissing,
}, async () => {
  const { url, drop } = await createTestDatabase();
  const pooler = await startPgBouncer(url);
  const database = openDatabase({ url: pooler.url });
  try {
    await assert.rejects(database.proveIsolation(), /ERRAND_DATABASE_DIRECT_URL/);
  } finally {
    await database.close();
    await pooler.stop();
    await drop();
  }
});
