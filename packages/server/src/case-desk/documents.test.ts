import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readArchive } from '@errand/proofs/archive.ts';
import { verifyCase } from '@errand/proofs/verify-case.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { startHarness, stopAtEnd } from '../../test/harness.ts';
import { createPerson } from '../../test/people.ts';
import { removeExpired } from './retention.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org({ name: 'Documents' });
const other = await harness.org({ name: 'Other' });
const ada = await createPerson(harness, org);
const queue = await org.expect(201, 'POST', '/v1/case-queues/', { name: 'Papers', retention_days: 1 });

let count = 0;
const open = async (): Promise<string> =>
  (
    await org.expect(201, 'POST', '/v1/case-alerts/', {
      queue: queue.id,
      external_id: `alert-${++count}`,
      subject: { kind: 'person', name: 'Jane Roe', identifiers: {} },
      rule: 'x',
      detected_at: '2026-03-27T10:00:00Z',
    })
  ).case_id;
const form = (text: string, fields: Record<string, string> = {}): FormData => {
  const made = new FormData();
  made.set('file', new File([text], '../in voice.pdf', { type: 'application/pdf' }));
  for (const [name, value] of Object.entries(fields)) made.set(name, value);
  return made;
};
const add = (id: string, text: string, by: any = org) =>
  by.expect(201, 'POST', `/v1/cases/${id}/documents/`, form(text));
const contentOf = (id: string, document: string, key = org.apiKey) =>
  fetch(`${harness.baseUrl}/v1/cases/${id}/documents/${document}/content/`, {
    headers: { authorization: `Bearer ${key}` },
  });
const storage = await openStorage(join(harness.dataDir, 'storage'));
const stored = async (): Promise<number> => {
  let found = 0;
  for await (const _ of storage.list(`files/${org.orgId}/`)) found += 1;
  return found;
};
const decide = (id: string) =>
  org.expect(200, 'POST', `/v1/cases/${id}/decide/`, { outcome: 'no_report', reason_code: 'x', narrative: '' });

test('a document is on its case, in its sealed file, and reading it is in the audit', async () => {
  const id = await open();
  const document = await org.expect(
    201,
    'POST',
    `/v1/cases/${id}/documents/`,
    form('%PDF 1', { description: 'A bill' }),
  );
  assert.deepEqual([document.name, document.content_type, document.size], ['in voice.pdf', 'application/pdf', 6]);
  const { documents } = await org.expect(200, 'GET', `/v1/cases/${id}/`);
  assert.deepEqual(documents, [document]);
  const answer = await contentOf(id, document.id);
  assert.equal(await answer.text(), '%PDF 1');
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment/);
  const log = await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/audit/?target_id=${id}&page_size=100`);
  const actions = log.results.map(({ action }: any) => action);
  assert.ok(actions.includes('case.document_added') && actions.includes('case.document_read'), String(actions));
  assert.ok(!JSON.stringify(log.results).includes('in voice'), 'texts of people stay in the case');
  const file = await fetch(`${harness.baseUrl}/v1/cases/${id}/case-file/`, {
    headers: { authorization: `Bearer ${org.apiKey}` },
  });
  const bytes = Buffer.from(await file.arrayBuffer());
  const keys = await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/signing-key/`);
  assert.deepEqual(verifyCase(bytes, [keys]).problems, []);
  const found = readArchive(bytes).files.find(({ path }) => path === 'documents/0001-in_voice.pdf');
  assert.equal(found?.content.toString(), '%PDF 1');
});

test('only who sees the case reads its documents', async () => {
  const id = await open();
  const { id: document } = await add(id, 'secret');
  assert.equal((await contentOf(id, document, other.apiKey)).status, 404);
  assert.equal((await contentOf(await open(), document)).status, 404, 'through another case');
  await ada.expect(200, 'POST', `/v1/cases/${id}/restrict/`, { user_ids: [ada.userId] });
  assert.equal((await contentOf(id, document)).status, 404);
  assert.equal((await ada.request('GET', `/v1/cases/${id}/documents/${document}/content/`)).status, 200);
  const viewer = await org.keyWithRole('viewer');
  const refused = await fetch(`${harness.baseUrl}/v1/cases/${await open()}/documents/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${viewer}` },
    body: form('x'),
  });
  assert.equal(refused.status, 403);
});

test('a removed document is erased, unless its case is held; its trace stays', async () => {
  const id = await open();
  const { id: document } = await add(id, 'to be erased');
  const before = await stored();
  const path = `/v1/cases/${id}/documents/${document}/`;
  await org.expect(201, 'POST', `/v1/cases/${id}/hold/`, { reason: 'A court.' });
  await org.expect(409, 'DELETE', path);
  await org.expect(204, 'DELETE', `/v1/cases/${id}/hold/`);
  await org.expect(204, 'DELETE', path);
  await org.expect(404, 'DELETE', path);
  assert.equal(await stored(), before - 1);
  const { results } = await org.expect(200, 'GET', `/v1/cases/${id}/timeline/`);
  assert.deepEqual([results[0].kind, results[0].detail.title], ['document_removed', 'in voice.pdf']);
});

test('retention erases the documents of a case with it, and keeps content that another case has', async () => {
  const [gone, stays] = [await open(), await open()];
  await add(gone, 'only here');
  await add(gone, 'in both');
  const { id: document } = await add(stays, 'in both');
  const before = await stored();
  await decide(gone);
  await harness.database.system.run(`update cases set closed_at = now() - interval '2 days' where id = $1`, [gone]);
  await removeExpired(harness.database.system, storage);
  await org.expect(404, 'GET', `/v1/cases/${gone}/`);
  assert.equal(await stored(), before - 1);
  assert.equal(await (await contentOf(stays, document)).text(), 'in both');
});

test('a case that is merged shows its documents where it went', async () => {
  const [from, into] = [await open(), await open()];
  const { id: document } = await add(from, 'moved');
  await org.expect(200, 'POST', `/v1/cases/${from}/merge/`, { into_case_id: into, reason: 'The same.' });
  const { documents } = await org.expect(200, 'GET', `/v1/cases/${into}/`);
  assert.deepEqual(
    documents.map((one: any) => one.id),
    [document],
  );
  assert.equal(await (await contentOf(into, document)).text(), 'moved');
});

test('what is no file is refused, and a decided case takes none', async () => {
  const id = await open();
  await org.expect(415, 'POST', `/v1/cases/${id}/documents/`, {});
  await org.expect(400, 'POST', `/v1/cases/${id}/documents/`, new FormData());
  await org.expect(400, 'POST', `/v1/cases/${id}/documents/`, form('x', { description: 'x'.repeat(2_001) }));
  await decide(id);
  await org.expect(409, 'POST', `/v1/cases/${id}/documents/`, form('x'));
  await org.expect(404, 'POST', '/v1/cases/01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d/documents/', form('x'));
});
