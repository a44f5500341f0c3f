import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import type { Transactor } from '#platform/db.ts';
import { openTestDatabase } from '../../test/harness.ts';
import { readCredentials } from './credentials.ts';
import { ensureFirstStart, findAccess, isIgnoredKey } from './first-start.ts';

let folder: string;
const { database } = await openTestDatabase();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-first-'));
  await database.system.run('delete from organizations');
  await database.system.run('delete from installation');
});

const counts = () =>
  database.system.query(
    `select (select count(*) from organizations) as organizations, (select count(*) from api_keys) as keys,
            (select count(*) from agents) as agents, (select count(*) from agent_versions) as versions`,
  );
const one = [{ organizations: 1, keys: 1, agents: 1, versions: 1 }];

test('processes that start at once make one organization, key and agent', async () => {
  const folders = await Promise.all(Array.from({ length: 4 }, () => mkdtemp(join(tmpdir(), 'errand-first-'))));
  const made = await Promise.all(
    folders.map((dataDir) => ensureFirstStart(database.system, { dataDir, bootstrapApiKey: undefined })),
  );
  assert.equal(made.filter((access) => access !== undefined).length, 1);
  assert.deepEqual(await counts(), one);
  const files = await Promise.all(folders.map((dataDir) => readCredentials(dataDir)));
  const winner = made.findIndex((access) => access !== undefined);
  assert.deepEqual(
    files.map((file) => file?.api_key),
    folders.map((_, index) => (index === winner ? made[winner]!.apiKey : undefined)),
  );
  await Promise.all(folders.map((dataDir) => rm(dataDir, { recursive: true })));
});

test('killed between the file and the commit, the next start replaces the file', async () => {
  const options = { dataDir: folder, bootstrapApiKey: undefined };
  const killed: Transactor = {
    ...database.system,
    tx: (work) =>
      database.system.tx(async (tx) => {
        await work(tx);
        throw new Error('killed');
      }),
  };
  await assert.rejects(ensureFirstStart(killed, options), /killed/);
  const lost = await readCredentials(folder);
  assert.equal(await findAccess(database.system, options), undefined);
  const made = await ensureFirstStart(database.system, options);
  assert.deepEqual(await counts(), one);
  assert.notEqual(made!.apiKey, lost!.api_key);
  assert.equal((await readCredentials(folder))!.api_key, made!.apiKey);
  assert.deepEqual(await readdir(folder), ['credentials.json']);
  const later = await findAccess(database.system, options);
  assert.deepEqual(later, { apiKey: made!.apiKey, origin: 'kept', agentId: made!.agentId });
});

test('a folder that takes no file keeps the key from being made, since it would be lost', async () => {
  const dataDir = join(folder, 'file');
  await writeFile(dataDir, '');
  await assert.rejects(ensureFirstStart(database.system, { dataDir, bootstrapApiKey: undefined }), { code: 'EEXIST' });
  assert.deepEqual(await counts(), [{ organizations: 0, keys: 0, agents: 0, versions: 0 }]);
  // A given key cannot be lost, so it is accepted anyway.
  const bootstrapApiKey = 'given-given-given-given-given-given';
  const made = await ensureFirstStart(database.system, { dataDir, bootstrapApiKey });
  assert.equal(made!.origin, 'given');
  assert.deepEqual(await findAccess(database.system, { dataDir, bootstrapApiKey }), made);
});

test('a first start happens once, also for a key that is given later or changed', async () => {
  const bootstrapApiKey = 'given-given-given-given-given-given';
  assert.ok(await ensureFirstStart(database.system, { dataDir: folder, bootstrapApiKey }));
  const changed = { dataDir: folder, bootstrapApiKey: `${bootstrapApiKey}-changed` };
  assert.equal(await ensureFirstStart(database.system, changed), undefined);
  assert.deepEqual(await counts(), one);
});

test('a key that is given after the first start is known to open nothing', async () => {
  const [first, second] = ['a'.repeat(40), 'b'.repeat(40)];
  await ensureFirstStart(database.system, { dataDir: folder, bootstrapApiKey: first });
  assert.equal(await ensureFirstStart(database.system, { dataDir: folder, bootstrapApiKey: second }), undefined);
  assert.equal(await isIgnoredKey(database.system, { bootstrapApiKey: undefined }), false);
  assert.equal(await isIgnoredKey(database.system, { bootstrapApiKey: first }), false);
  assert.equal(await isIgnoredKey(database.system, { bootstrapApiKey: second }), true);
});
