import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createOrganization } from '#credits/create-organization.ts';
import { newId } from '#platform/ids.ts';
import { claimRows, recordOutcome } from '#platform/leased-work/rows.ts';
import { openTestDatabase } from '../../../test/harness.ts';
import {
  beginImport,
  findOpenUpload,
  findUpload,
  insertUpload,
  updateUploadContent,
  uploadRows,
} from './uploads-store.ts';

const { database } = await openTestDatabase();
const org = (await createOrganization(database.system, { name: 'Acme' })).id;

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

test('only the holder of the token may send bytes, until it expires or the import begins', async () => {
  const id = await create();
  assert.equal((await findOpenUpload(database.system, id, hash(id)))?.id, id);
  assert.equal(await findOpenUpload(database.system, id, hash('another')), undefined);
  const late = await create(-1_000);
  assert.equal(await findOpenUpload(database.system, late, hash(late)), undefined);
  assert.equal(await beginImport(db(), org, id, 'text'), false, 'nothing was sent yet');
  assert.equal(await updateUploadContent(database.system, id, { key: 'k', size: 1 }), true);
  assert.equal(await beginImport(db(), org, id, 'text'), true);
  assert.equal(await beginImport(db(), org, id, 'text'), false);
  assert.equal(await findOpenUpload(database.system, id, hash(id)), undefined);
  assert.equal(await updateUploadContent(database.system, id, { key: 'other', size: 1 }), false);
});

test('an import is claimed by one process, and one whose lease ran out by the next; the first then ends nothing', async () => {
  await database.system.run('delete from table_uploads');
  const id = await create();
  await updateUploadContent(database.system, id, { key: 'k', size: 1 });
  await beginImport(db(), org, id, 'text');
  const options = {
    limit: 5,
    leaseSeconds: 15,
    takesAbandoned: true,
    passedOver: [],
    columns: 't.size',
    held: [],
    perOrgMax: 5,
  };
  const claim = () => claimRows(database.system, uploadRows, options);
  const [first] = await claim();
  assert.deepEqual([first?.id, first?.attempt, first?.taken_over, await claim()], [id, 1, false, []]);
  await database.system.run(`update table_uploads set lease_until = now() - interval '1 second' where id = $1`, [id]);
  const [second] = await claim();
  assert.deepEqual([second?.id, second?.attempt, second?.taken_over], [id, 2, true]);
  const done = { columns: { status: 'COMPLETED', summary: { written_rows: 5 }, error: null } };
  assert.equal(await recordOutcome(database.system, uploadRows, first!, done), false);
  assert.equal(await recordOutcome(database.system, uploadRows, second!, done), true);
  const upload = await findUpload(db(), org, id);
  assert.deepEqual([upload?.status, upload?.summary], ['COMPLETED', { written_rows: 5 }]);
});
