import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import pg from 'pg';
import { TENANT_ROLE } from './db.ts';
import { MigrationError, migrate } from './migrate.ts';

const adminUrl = process.env.ERRAND_TEST_DATABASE_URL ?? '';

const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();

after(() => admin.end());

describe('a database user without special rights', () => {
  test('brings the schema up to date when the role of organizations was granted', async () => {
    await withOwner(`grant ${TENANT_ROLE} to $user`, async (url) => {
      assert.ok((await migrate(url)).length > 0);
      assert.equal(await currentUserAsTenant(url), TENANT_ROLE);
    });
  });

  test('grants itself the role when it may hand it out but not be it, as who made it from 16 on', async (t) => {
    if (Number((await admin.query('show server_version_num')).rows[0].server_version_num) < 160_000) {
      return t.skip('before 16 the maker of a role may be it');
    }
    await withOwner(`grant ${TENANT_ROLE} to $user with admin option, set false, inherit false`, async (url) => {
      await migrate(url);
      assert.equal(await currentUserAsTenant(url), TENANT_ROLE);
    });
  });

  test('names the two statements to run when the role is missing', async () => {
    await withOwner('select', async (url) => {
      await assert.rejects(migrate(url), (error) => {
        assert.ok(error instanceof MigrationError);
        assert.match(error.message, /create role errand_tenant nologin; grant errand_tenant to/);
        return true;
      });
    });
  });
});

/** Runs with a separate database. The role already exists, because all test databases have it. */
async function withOwner(statement: string, work: (url: string) => Promise<void>): Promise<void> {
  const name = `owner_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create role ${name} login password 'test'`);
  await admin.query(statement.replace('$user', name));
  await admin.query(`create database ${name} owner ${name}`);
  try {
    await work(Object.assign(new URL(adminUrl), { username: name, password: 'test', pathname: `/${name}` }).href);
  } finally {
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role ${name}`);
  }
}

async function currentUserAsTenant(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, options: `-c role=${TENANT_ROLE}` });
  await client.connect();
  try {
    return (await client.query('select current_user as name')).rows[0].name;
  } finally {
    await client.end();
  }
}
