import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readArchive } from '@errand/proofs/archive.ts';
import { verifyCase } from '@errand/proofs/verify-case.ts';
import { erase } from '#jobs/retention/erase.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { signerOf } from '../../test/archive/fixtures.ts';
import { testEngines } from '../../test/engines.ts';
import { startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createPerson } from '../../test/people.ts';
import { createAgent } from '../../test/runs.ts';
import { rowsOf } from '../../test/workspace/workspace.ts';
import { removeExpired } from './retention.ts';

// A case and what was merged into it: walls, holds and retention are for all of it.

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org({ name: 'Families' });
const ada = await createPerson(harness, org);
const ben = await createPerson(harness, org);
const admin = await createPerson(harness, org, 'admin');
const echo = await createAgent(org, 'EchoEngine');
const playbook = await admin.expect(201, 'POST', '/v1/playbooks/', {
  name: 'Look',
  content: { steps: [{ name: 'look', agent_id: echo.id, inputs: { text: 'x' } }], auto_close: null },
});
const queue = await org.expect(201, 'POST', '/v1/case-queues/', { name: 'Plain', retention_days: 1 });
const looked = await org.expect(201, 'POST', '/v1/case-queues/', { name: 'Looked', playbook_id: playbook.id });

let count = 0;
const open = async (of: any = queue): Promise<string> =>
  (
    await org.expect(201, 'POST', '/v1/case-alerts/', {
      queue: of.id,
      external_id: `alert-${++count}`,
      subject: { kind: 'person', name: 'Jane Roe', identifiers: { account: `A${count}` } },
      rule: 'x',
      detected_at: '2026-03-27T10:00:00Z',
    })
  ).case_id;
const read = (id: string): Promise<any> => ada.expect(200, 'GET', `/v1/cases/${id}/`);
const merge = (id: string, into: string): Promise<any> =>
  ada.expect(200, 'POST', `/v1/cases/${id}/merge/`, { into_case_id: into, reason: 'The same person.' });
const addDocument = (id: string): Promise<any> => {
  const form = new FormData();
  form.set('file', new File(['A bill'], 'bill.txt', { type: 'text/plain' }));
  return ada.expect(201, 'POST', `/v1/cases/${id}/documents/`, form);
};
const decide = (id: string): Promise<any> =>
  ada.expect(200, 'POST', `/v1/cases/${id}/decide/`, { outcome: 'no_report', reason_code: 'x', narrative: 'A wage.' });
const withJob = async (): Promise<{ id: string; jobId: string }> => {
  const id = await open(looked);
  await until(async () => {
    const { results } = await ada.expect(200, 'GET', `/v1/playbooks/${playbook.id}/runs/?case=${id}`);
    return results[0]?.state === 'done';
  }, 'the playbook');
  return { id, jobId: (await read(id)).jobs[0].job_id };
};
const removeData = (jobId: string): Promise<number> =>
  org.request('POST', `/v1/agents/jobs/${jobId}/delete-data/`).then(({ status }) => status);
const hold = (id: string): Promise<any> =>
  admin.expect(201, 'POST', `/v1/cases/${id}/hold/`, { reason: `Dispute about ${id}` });

test('a restricted case hides what was merged into it, at any distance, until the restriction is lifted', async () => {
  const [first, second, last] = [await open(), await open(), await open()];
  await ada.expect(201, 'POST', `/v1/cases/${first}/note/`, { text: 'His sister pays.' });
  const document = await addDocument(first);
  await merge(first, second);
  await merge(second, last);
  const numberOf = (await read(first)).number;
  await ada.expect(200, 'POST', `/v1/cases/${last}/restrict/`, { user_ids: [ada.userId] });
  for (const who of [ben, admin, org]) {
    for (const id of [first, second, last]) {
      await who.expect(404, 'GET', `/v1/cases/${id}/`);
      await who.expect(404, 'GET', `/v1/cases/${id}/timeline/`);
      await who.expect(404, 'GET', `/v1/cases/${id}/report/`);
      await who.expect(404, 'GET', `/v1/cases/${id}/documents/${document.id}/content/`);
    }
    assert.equal((await who.expect(200, 'GET', `/v1/cases/?q=number:${numberOf}`)).count, 0);
  }
  const tables = { cases: 'id', case_events: 'case_id', case_alerts: 'case_id' };
  for (const [table, column] of Object.entries(tables)) {
    const sql = `select count(*) from errand.${table} where ${column} in ('${first}', '${second}', '${last}')`;
    assert.deepEqual(await rowsOf(org, sql), [[0]], table);
  }
  assert.equal((await read(first)).notes[0].text, 'His sister pays.');
  const alone = await ada.request('POST', `/v1/cases/${first}/restrict/`, { user_ids: [] });
  assert.equal(alone.status, 409, alone.text);
  await ada.expect(200, 'POST', `/v1/cases/${last}/restrict/`, { user_ids: [] });
  await ben.expect(200, 'GET', `/v1/cases/${first}/`);
});

test('a hold keeps documents and jobs of a case after it was merged, and after its alerts were split off', async () => {
  const held = await withJob();
  const document = await addDocument(held.id);
  const other = await withJob();
  await hold(held.id);
  await merge(held.id, other.id);
  assert.equal(await removeData(held.jobId), 409);
  const refused = await ada.request('DELETE', `/v1/cases/${other.id}/documents/${document.id}/`);
  assert.deepEqual([refused.status, /is held/.test(refused.text)], [409, true]);
  const { jobs } = await read(other.id);
  const alertId = jobs.find(({ job_id: id }: any) => id === held.jobId).alert_id;
  const apart = await ada.expect(201, 'POST', `/v1/cases/${other.id}/split/`, { alert_ids: [alertId], reason: 'No.' });
  assert.equal(await removeData(held.jobId), 409);
  assert.equal((await ada.expect(200, 'GET', '/v1/cases/?q=has:hold')).count, 3);
  for (const id of [apart.id, held.id]) await admin.expect(204, 'DELETE', `/v1/cases/${id}/hold/`);
  await ada.expect(204, 'DELETE', `/v1/cases/${other.id}/documents/${document.id}/`);
  assert.ok((await removeData(held.jobId)) < 300);
});

test('expired cases that are held through a merged one stay, and keep nobody behind them from leaving', async () => {
  const [held, into, behind] = [await open(), await open(), await open()];
  await hold(held);
  await merge(held, into);
  for (const id of [into, behind]) await decide(id);
  const { system } = harness.database;
  await system.run(`update cases set closed_at = now() - interval '2 days' where closed_at is not null`);
  const storage = await openStorage(join(harness.dataDir, 'storage'));
  for (let round = 1; (await removeExpired(system, storage, 1)) === 1; round += 1)
    assert.ok(round < 10, 'it never comes to an end');
  const statusOf = async (id: string) => (await ada.request('GET', `/v1/cases/${id}/`)).status;
  assert.deepEqual(await Promise.all([held, into, behind].map(statusOf)), [200, 200, 404]);
});

test('the sealed file has notes, tasks and decisions of merged cases, and says of an erased job that it was erased', async () => {
  const { id, jobId } = await withJob();
  await ada.expect(201, 'POST', `/v1/cases/${id}/note/`, { text: 'His sister pays.' });
  await ada.expect(201, 'POST', `/v1/cases/${id}/task/`, { title: 'Ask his sister' });
  await decide(id);
  await ada.expect(200, 'POST', `/v1/cases/${id}/reopen/`, { reason: 'A letter.' });
  const into = await open();
  await merge(id, into);
  const { results } = await ada.expect(200, 'GET', `/v1/cases/${into}/timeline/`);
  const noteId = results.find(({ kind }: any) => kind === 'note_added').detail.note_id;
  const saved = await ada.expect(200, 'PUT', `/v1/cases/${into}/report/`, {
    template: 'generic',
    revision: 0,
    sections: [
      {
        key: 'facts',
        title: 'Facts',
        sentences: [{ text: 'She pays.', citations: [{ kind: 'note', id: noteId, quote: 'sister pays' }] }],
      },
    ],
  });
  assert.equal(saved.unsupported, 0);
  const key = await signerOf(harness).keyOf(org.orgId);
  await harness.database.system.tx((tx) =>
    erase(tx, key, { orgId: org.orgId, kind: 'jobs', jobIds: [jobId], erasers: [] }),
  );
  const response = await fetch(`${harness.baseUrl}/v1/cases/${into}/case-file/`, {
    headers: { authorization: `Bearer ${org.apiKey}` },
  });
  assert.equal(response.status, 200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const keys = await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/signing-key/`);
  assert.deepEqual(verifyCase(bytes, [keys]).problems, []);
  const files = new Map(readArchive(bytes).files.map(({ path, content }) => [path, content]));
  const parsed = (path: string) => JSON.parse(String(files.get(path)));
  assert.deepEqual([parsed('notes.json')[0].text, parsed('notes.json')[0].case_id], ['His sister pays.', id]);
  assert.deepEqual([parsed('tasks.json')[0].title, parsed('decisions.json')[0].case_id], ['Ask his sister', id]);
  const state = parsed(`jobs/${jobId}/state.json`);
  assert.deepEqual([state.state, state.certificate.job_ids], ['erased', [jobId]]);
});
