import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createOrganization } from '#credits/create-organization.ts';
import { type Database, openDatabase } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { createTestDatabase } from '../../../test/harness.ts';
import {
  beginImport,
  claimUpload,
  findOpenUpload,
  findUpload,
  finishUpload,
  giveBackUpload,
  insertUpload,
  updateUploadContent,
} from './uploads-store.ts';

let database: Database;
let drop: () => Promise<void>;
let org: string;
before(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  database = openDatabase({ url: created.url });
  org = (await createOrganization(database.system, { name: 'Acme' })).id;
});
after(async () => {
  await database.close();
  await drop();
});

const hash = (token: string) => createHash('sha256').update(token).digest();
const db = () => database.tenant(org);
async function create(expiresInMs = 60_000): Promise<string> {
  const id = newId();
  const expiresAt = new Date(Date.now() + expiresInMs);
  const upload = {
    id,
    tableName: 't',
    withHeaders: true,
    tokenHash: hash(id),
    expiresAt,
    creatorId: null,
    keyId: null,
  };
  await insertUpload(db(), org, upload);
  return id;
}

test('only the holder of the token may send bytes, until the time is over or the import begins', async () => {
  const id = await create();
  assert.equal((await findOpenUpload(database.system, id, hash(id)))?.id, id);
  assert.equal(await findOpenUpload(database.system, id, hash('another')), undefined);
  const late = await create(-1_000);
  assert.equal(await findOpenUpload(database.system, late, hash(late)), undefined);
  assert.equal(await beginImport(db(), org, id), false, 'nothing was sent yet');
  assert.equal(await updateUploadContent(database.system, id, { key: 'k', size: 1 }), true);
  assert.equal(await beginImport(db(), org, id), true);
  assert.equal(await beginImport(db(), org, id), false);
  assert.equal(await findOpenUpload(database.system, id, hash(id)), undefined);
  assert.equal(await updateUploadContent(database.system, id, { key: 'other', size: 1 }), false);
});

test('an import is claimed by one process, and one whose lease ran out by the next; the first then ends nothing', async () => {
  await database.system.run('delete from table_uploads');
  const id = await create();
  await updateUploadContent(database.system, id, { key: 'k', size: 1 });
  await beginImport(db(), org, id);
  const [first, second] = [newId(), newId()];
  assert.deepEqual(
    [(await claimUpload(database.system, first))?.id, await claimUpload(database.system, second)],
    [id, undefined],
  );
  await database.system.run(`update table_uploads set lease_until = now() - interval '1 second' where id = $1`, [id]);
  assert.equal((await claimUpload(database.system, second))?.attempt, 2);
  const done = { status: 'COMPLETED', summary: { written_rows: 5 }, error: null } as const;
  assert.equal(await finishUpload(database.system, first, done), false);
  assert.equal(await finishUpload(database.system, second, done), true);
  const upload = await findUpload(db(), org, id);
  assert.deepEqual([upload?.status, upload?.summary], ['COMPLETED', { written_rows: 5 }]);
});

test('an attempt that an outage ended does not count, whoever holds the import by then', async () => {
  await database.system.run('delete from table_uploads');
  const id = await create();
  await updateUploadContent(database.system, id, { key: 'k', size: 1 });
  await beginImport(db(), org, id);
  const [first, second, third] = [newId(), newId(), newId()];
  assert.equal((await claimUpload(database.system, first))?.attempt, 1);
  await giveBackUpload(database.system, id, first);
  assert.equal((await claimUpload(database.system, second))?.attempt, 1, 'at once, as the first attempt');
  await database.system.run("update table_uploads set lease_until = now() - interval '1 second'");
  assert.equal((await claimUpload(database.system, third))?.attempt, 2);
  await giveBackUpload(database.system, id, second);
  assert.equal((await findUpload(db(), org, id))?.attempt, 1);
  const done = { status: 'COMPLETED', summary: null, error: null } as const;
  assert.equal(await finishUpload(database.system, third, done), true, 'the one that took over goes on');
});
