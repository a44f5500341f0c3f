import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeyPair, isObjectSignedBy } from '@errand/proofs/signature.ts';
import type { Caller } from '#platform/caller.ts';
import { firstIdAt } from '#platform/ids.ts';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { findArchivedUntil, latest } from './archived-until.ts';
import { certify } from './certificates.ts';
import { findHold, placeHold, refuseHeld, releaseHold } from './holds.ts';

const caller: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'admin' };
const held = (over: object = {}) => ({
  reason: 'A court asks for it.',
  placed_by: { email: 'ada@example.com', keyId: null },
  placed_at: new Date('2026-01-02T03:04:05Z'),
  ...over,
});

test('a hold names its person, or its key where there is none', async () => {
  const find = async (placed_by: object) =>
    (await findHold(scriptedDb({ job_holds: [held({ placed_by })] }), 'org', 'job'))!;
  assert.equal((await find({ email: 'ada@example.com', keyId: 'k' })).placed_by, 'ada@example.com');
  assert.equal((await find({ email: null, keyId: 'k' })).placed_by, 'key k');
  assert.equal((await find({ email: null, keyId: null })).placed_by, null);
});

const dbWith = ({ gone = false, placed = 1 } = {}) =>
  scriptedDb({
    'from job_results': [{ gone }],
    'insert into job_holds': placed,
    'from job_holds': [held()],
    'from users': [{ email: 'ada@example.com' }],
  });
const auditsOf = (db: ReturnType<typeof dbWith>): number => db.sentTo('insert into audit_log').length;

test('the same hold twice is placed and audited once, another reason is a conflict', async () => {
  const first = dbWith();
  await placeHold(first, caller, 'job', 'A court asks for it.');
  assert.equal(auditsOf(first), 1);
  const again = dbWith({ placed: 0 });
  assert.equal((await placeHold(again, caller, 'job', 'A court asks for it.')).reason, 'A court asks for it.');
  assert.equal(auditsOf(again), 0);
  await assert.rejects(placeHold(dbWith({ placed: 0 }), caller, 'job', 'Another.'), { code: 'conflict' });
});

test('there is nothing to hold once the data is deleted', async () => {
  const db = dbWith({ gone: true });
  await assert.rejects(placeHold(db, caller, 'job', 'Late.'), { code: 'conflict' });
  assert.equal(db.sentTo('insert into job_holds').length, 0);
});

test('releasing makes retention look at the job again; without a hold there is nothing to release', async () => {
  const db = scriptedDb({ 'delete from job_holds': 1 });
  await releaseHold(db, caller, 'job');
  assert.equal(db.sentTo('update retention_settings').length, 1);
  await assert.rejects(releaseHold(scriptedDb(), caller, 'job'), { code: 'not_found' });
});

test('a held job is refused with the reason, whatever it ends with', async () => {
  await refuseHeld(scriptedDb(), 'org', 'job');
  await assert.rejects(refuseHeld(dbWith(), 'org', 'job'), (error: Error) => {
    assert.match(error.message, /A court asks for it\. /);
    return true;
  });
});

test('a certificate is signed, leaves out what was not there, and is stored as it is returned', async () => {
  const db = scriptedDb();
  const key = createKeyPair();
  const removed = [
    { kind: 'steps', count: 3 },
    { kind: 'files', count: 0 },
  ];
  const certificate = await certify(db, key, { orgId: 'org', jobIds: ['a', 'b'], reason: 'retention', removed });
  assert.deepEqual(certificate.removed, [{ kind: 'steps', count: 3 }]);
  assert.deepEqual([certificate.job_id, certificate.job_ids], [null, ['a', 'b']]);
  assert.deepEqual(JSON.parse(String(db.sent[0]!.values[3])), certificate);
  assert.equal(isObjectSignedBy(certificate, key.publicKey), true);
  const forged = { ...certificate, job_ids: ['a'] };
  assert.equal(isObjectSignedBy(forged, key.publicKey), false);
});

test('the archive is told up to its newest job, and not beyond the period that is asked for', async () => {
  const at = Date.UTC(2026, 0, 15);
  const db = scriptedDb({ archive_parts: [{ last_id: firstIdAt(at) }] });
  assert.equal((await findArchivedUntil(db, 'org', {}))!.getTime(), at);
  assert.equal((await findArchivedUntil(db, 'org', { to: at + 5 }))!.getTime(), at);
  assert.equal((await findArchivedUntil(db, 'org', { to: at - 5 }))!.getTime(), at - 5);
  assert.equal(await findArchivedUntil(scriptedDb(), 'org', {}), null);
});

test('the end of a period is part of it', async () => {
  const db = scriptedDb();
  await findArchivedUntil(db, 'org', { from: 10, to: 20 });
  assert.deepEqual(db.sent[0]!.values.slice(1, 3), [firstIdAt(10), firstIdAt(21)]);
});

test('the later of two moments counts, and none is earlier than any', () => {
  const [one, other] = [new Date(1), new Date(2)];
  assert.equal(latest(one, other), other);
  assert.equal(latest(other, one), other);
  assert.equal(latest(null, one), one);
  assert.equal(latest(one, null), one);
  assert.equal(latest(null, null), null);
});
