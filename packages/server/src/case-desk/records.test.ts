import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readArchive } from '@errand/proofs/archive.ts';
import { verifyCase } from '@errand/proofs/verify-case.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { testEngines } from '../../test/engines.ts';
import { callsWith, startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createPerson } from '../../test/people.ts';
import { badListing, createCaseAgent, goodListing } from '../../test/policies/cases.ts';
import { removeExpired } from './retention.ts';

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org({ name: 'Records' });
const ada = await createPerson(harness, org);
const ben = await createPerson(harness, org);
const admin = await createPerson(harness, org, 'admin');
const judge = await createCaseAgent(org, 'ProductPolicyEngine', { baseline_verdicts: true });
const look = { name: 'look', agent_id: judge.id, inputs: { product_listing: '${alert.data.listing}' }, then: 'close' };
const playbook = await admin.expect(201, 'POST', '/v1/playbooks/', {
  name: 'Look',
  content: { steps: [look], auto_close: { outcomes: ['approved'], policy_id: judge.policyId, sample_rate: 1 } },
});
const queue = await org.expect(201, 'POST', '/v1/case-queues/', { name: 'With', playbook_id: playbook.id });
const plain = await org.expect(201, 'POST', '/v1/case-queues/', { name: 'Plain', retention_days: 1 });

let count = 0;
const open = async (of: any, listing = 'x'): Promise<string> =>
  (
    await org.expect(201, 'POST', '/v1/case-alerts/', {
      queue: of.id,
      external_id: `alert-${++count}`,
      subject: { kind: 'merchant', name: 'Roe Ltd', identifiers: { account: `A${count}` } },
      rule: 'knives',
      detected_at: '2026-03-27T10:00:00Z',
      data: { listing },
    })
  ).case_id;
const read = (id: string): Promise<any> => org.expect(200, 'GET', `/v1/cases/${id}/`);
const looked = (id: string): Promise<unknown> =>
  until(async () => {
    const { results } = await org.expect(200, 'GET', `/v1/playbooks/${playbook.id}/runs/?case=${id}`);
    return results.length === 1 && results[0].state === 'done';
  }, 'the playbook');
const decide = (by: any, id: string, outcome = 'no_report') =>
  by.expect(200, 'POST', `/v1/cases/${id}/decide/`, { outcome, reason_code: 'x', narrative: 'A wage.' });
const audited = async (targetId: string): Promise<any[]> =>
  (await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/audit/?target_id=${targetId}&page_size=100`)).results;

test('a case leaves as a sealed file with the files of its jobs, and one altered byte shows', async () => {
  const id = await open(queue, badListing);
  await looked(id);
  await ada.expect(201, 'POST', `/v1/cases/${id}/note/`, { text: 'The knife is real.' });
  await decide(ada, id, 'report');
  const response = await fetch(`${harness.baseUrl}/v1/cases/${id}/case-file/`, {
    headers: { authorization: `Bearer ${org.apiKey}` },
  });
  assert.equal(response.status, 200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const keys = await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/signing-key/`);
  const report = verifyCase(bytes, [keys]);
  assert.deepEqual([report.ok, report.trusted, report.problems], [true, true, []]);
  assert.deepEqual([report.manifest!.case_id, report.manifest!.job_id], [id, undefined]);
  const files = new Map(readArchive(bytes).files.map(({ path, content }) => [path, content]));
  const [job] = (await read(id)).jobs;
  assert.ok(files.has(`jobs/${job.job_id}/verdict.json`) && files.has(`jobs/${job.job_id}/steps.json`));
  assert.match(String(files.get('notes.json')), /The knife is real/);
  assert.match(String(files.get('decisions.json')), /"outcome": "report"/);
  assert.match(String(files.get('timeline.json')), /"kind": "decided"/);
  const altered = Buffer.from(bytes);
  const at = altered.indexOf('The knife is real');
  altered[at] = 't'.charCodeAt(0);
  assert.deepEqual(verifyCase(altered, [keys]).problems, ['notes.json is not what was signed.']);
});

test('a hold keeps the case from retention and the data of its jobs from being deleted', async () => {
  const id = await open(queue, badListing);
  await looked(id);
  const [{ job_id: jobId }] = (await read(id)).jobs;
  await admin.expect(201, 'POST', `/v1/cases/${id}/hold/`, { reason: 'Dispute 7' });
  assert.equal((await ada.request('POST', `/v1/cases/${id}/hold/`, { reason: 'x' })).status, 403);
  const refused = await org.request('POST', `/v1/agents/jobs/${jobId}/delete-data/`);
  assert.deepEqual([refused.status, /Dispute 7/.test(refused.text)], [409, true]);
  await admin.expect(204, 'DELETE', `/v1/cases/${id}/hold/`);
  assert.equal((await admin.request('DELETE', `/v1/cases/${id}/hold/`)).status, 404);
  assert.ok((await org.request('POST', `/v1/agents/jobs/${jobId}/delete-data/`)).status < 300);
});

test('closed cases leave after the days of their queue, with what was merged into them; held and open ones stay', async () => {
  const [old, merged, held, young] = [await open(plain), await open(plain), await open(plain), await open(plain)];
  await ada.expect(200, 'POST', `/v1/cases/${merged}/merge/`, { into_case_id: old, reason: 'The same.' });
  for (const id of [old, held]) await decide(ada, id);
  await admin.expect(201, 'POST', `/v1/cases/${held}/hold/`, { reason: 'Dispute 8' });
  await harness.database.system.run(
    `update cases set closed_at = now() - interval '2 days' where closed_at is not null and queue_id = $1`,
    [plain.id],
  );
  await removeExpired(harness.database.system, await openStorage(join(harness.dataDir, 'storage')));
  const status = async (id: string) => (await org.request('GET', `/v1/cases/${id}/`)).status;
  assert.deepEqual(await Promise.all([old, merged, held, young].map(status)), [404, 404, 200, 200]);
  assert.deepEqual((await audited(old)).find(({ action }) => action === 'case.removed').detail.cases, 2);
});

test('every sentence of a report is checked: what cites nothing, or words that are not there, is marked', async () => {
  const id = await open(queue, badListing);
  await looked(id);
  const draft = await ada.expect(200, 'GET', `/v1/cases/${id}/report/?template=fincen`);
  assert.deepEqual([draft.revision, draft.sections.length, draft.unsupported], [0, 5, 0]);
  assert.match(draft.sections[1].sentences[0].text, /the rule “knives” detected alert/);
  const { alerts, jobs } = await read(id);
  const sentence = (text: string, citations: object[]) => ({ text, citations });
  const body = {
    template: 'fincen',
    revision: 0,
    sections: [
      {
        key: 'part_5',
        title: 'Narrative',
        sentences: [
          sentence('A knife was offered.', [{ kind: 'alert', id: alerts[0].id, quote: 'knife  with a FIXED blade' }]),
          sentence('The agent refused it.', [{ kind: 'job', id: jobs[0].job_id, quote: 'rejected' }]),
          sentence('He is a criminal.', []),
          sentence('A gun was offered.', [{ kind: 'alert', id: alerts[0].id, quote: 'gun' }]),
          sentence('Somebody else said so.', [{ kind: 'note', id: alerts[0].id }]),
          sentence('No knife was offered.', [{ kind: 'alert', id: alerts[0].id, quote: 'knife with a fixed blade' }]),
        ],
      },
    ],
  };
  const saved = await ada.expect(200, 'PUT', `/v1/cases/${id}/report/`, body);
  assert.deepEqual(
    saved.sections[0].sentences.map(({ supported }: any) => supported),
    [true, true, false, false, false, false],
  );
  assert.deepEqual([saved.unsupported, saved.revision, saved.updated_by.user_id], [4, 1, ada.userId]);
  assert.match(saved.sections[0].sentences[5].problem, /opposite/);
  assert.match(saved.sections[0].sentences[3].problem, /does not say “gun”/);
  assert.equal((await ben.request('PUT', `/v1/cases/${id}/report/`, body)).status, 409, 'an older revision');
  await admin.expect(200, 'PUT', '/v1/case-templates/house/', { sections: [{ key: 'facts', title: 'Facts' }] });
  assert.equal((await admin.request('PUT', '/v1/case-templates/fincen/', { sections: body.sections })).status, 409);
  const { results } = await org.expect(200, 'GET', '/v1/case-templates/');
  assert.deepEqual(
    results.map(({ name }: any) => name),
    ['generic', 'fincen', 'no_report', 'house'],
  );
});

test('second looks measure who decided: agreement by person, agent and rule, and the error of closing alone', async () => {
  const auto = await open(queue, goodListing);
  await looked(auto);
  assert.equal((await read(auto)).state, 'closed');
  const byAda = await open(plain);
  await decide(ada, byAda);
  const asked = await ben.expect(201, 'POST', '/v1/case-checks/', { case_id: byAda });
  assert.equal((await ben.request('POST', '/v1/case-checks/', { case_id: byAda })).status, 409);
  assert.equal((await ada.request('POST', `/v1/case-checks/${asked.id}/decide/`, { agrees: true })).status, 403);
  await ben.expect(200, 'POST', `/v1/case-checks/${asked.id}/decide/`, { agrees: true });
  assert.equal((await ben.request('POST', `/v1/case-checks/${asked.id}/decide/`, { agrees: false })).status, 409);
  const { results } = await ben.expect(200, 'GET', `/v1/case-checks/?open=true&case=${auto}`);
  assert.deepEqual(
    results.map(({ source, outcome }: any) => [source, outcome]),
    [['auto_close', 'approved']],
  );
  await ben.expect(200, 'POST', `/v1/case-checks/${results[0].id}/decide/`, {
    agrees: false,
    right_outcome: 'report',
    comment: 'Look at the price.',
  });
  const figures = await org.expect(200, 'GET', '/v1/case-desk/figures/');
  assert.deepEqual(
    [figures.auto_closed, figures.auto_closed_error.checked, figures.auto_closed_error.wrong],
    [1, 1, 1],
  );
  assert.ok(figures.auto_closed_error.interval.low > 0.2);
  assert.deepEqual(
    figures.by_analyst.map(({ user_id, checked, agreed }: any) => [user_id, checked, agreed]),
    [[ada.userId, 1, 1]],
  );
  assert.deepEqual(
    figures.by_agent.map(({ agent_id, checked, agreed }: any) => [agent_id, checked, agreed]),
    [[judge.id, 1, 0]],
  );
  // As after archive or retention, which take the rows of jobs.
  await harness.database.system.run(
    'delete from job_results where job_id in (select job_id from case_jobs where case_id = $1)',
    [auto],
  );
  assert.deepEqual((await org.expect(200, 'GET', '/v1/case-desk/figures/')).by_agent, figures.by_agent);
  assert.deepEqual([figures.by_rule[0].rule, figures.by_rule[0].checked], ['knives', 2]);
  const drawn = await ben.expect(201, 'POST', '/v1/case-checks/sample/', { count: 100 });
  assert.ok(drawn.drawn > 0 && drawn.results.every(({ case_id }: any) => ![auto, byAda].includes(case_id)));
});

test('a second look is for a person who neither proposed nor approved the decision, and for no key', async () => {
  const guarded = await org.expect(201, 'POST', '/v1/case-queues/', {
    name: 'Guarded',
    four_eyes: { outcomes: ['report'] },
  });
  const id = await open(guarded);
  const proposal = { outcome: 'report', reason_code: 'x', narrative: 'A wage.' };
  await ada.expect(202, 'POST', `/v1/cases/${id}/decide/`, proposal);
  await ben.expect(200, 'POST', `/v1/cases/${id}/approve/`, {});
  const { id: check } = await ada.expect(201, 'POST', '/v1/case-checks/', { case_id: id });
  const cleo = await createPerson(harness, org, 'analyst');
  const lookBy = (who: Pick<typeof org, 'request'>) =>
    who.request('POST', `/v1/case-checks/${check}/decide/`, { agrees: true });
  const machine = callsWith(() => harness.baseUrl, await cleo.organizationKey());
  for (const who of [ada, ben, machine, org]) assert.equal((await lookBy(who)).status, 403);
  const given = await lookBy(cleo);
  assert.deepEqual([given.status, given.body.decided_by.user_id, given.body.proposed_by], [200, ben.userId, undefined]);
});

test('what somebody opened is in the audit, once; a restriction without people is lifted with a reason', async () => {
  const id = await open(plain);
  for (let again = 0; again < 3; again += 1) await ben.expect(200, 'GET', `/v1/cases/${id}/`);
  const readings = (await audited(id)).filter(({ action }) => action === 'case.read');
  assert.deepEqual(
    readings.map(({ actor }: any) => actor?.user_id ?? null).filter((one) => one === ben.userId).length,
    1,
  );
  const gone = await createPerson(harness, org);
  await ada.expect(200, 'POST', `/v1/cases/${id}/restrict/`, { user_ids: [gone.userId] });
  const lift = () => admin.expect(200, 'POST', '/v1/cases/lift-restrictions/', { reason: 'They left.' });
  assert.deepEqual((await lift()).case_ids, [], 'somebody is still there');
  await admin.expect(204, 'DELETE', `/v1/organizations/${org.orgId}/members/${gone.userId}/`);
  assert.equal((await admin.request('GET', `/v1/cases/${id}/`)).status, 404);
  assert.deepEqual((await lift()).case_ids, [id]);
  assert.equal((await read(id)).restricted, false);
  assert.equal((await ada.request('POST', '/v1/cases/lift-restrictions/', { reason: 'x' })).status, 403);
});
