import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEngines } from '../../test/engines.ts';
import { startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createPerson } from '../../test/people.ts';
import { badListing, createCaseAgent, goodListing } from '../../test/policies/cases.ts';
import { createAgent } from '../../test/runs.ts';

// What a playbook may not do by itself: undo what people did, pass a gate on cases that somebody picked.

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org({ name: 'Safeguards' });
const ada = await createPerson(harness, org);
const ben = await createPerson(harness, org);
const admin = await createPerson(harness, org, 'admin');
const judge = await createCaseAgent(org, 'ProductPolicyEngine', { baseline_verdicts: true });
const look = { name: 'look', agent_id: judge.id, inputs: { product_listing: '${alert.data.listing}' }, then: 'close' };
const closing = { outcomes: ['approved'], policy_id: judge.policyId, sample_rate: 0 };

let count = 0;
const createPlaybook = (steps: object[], auto_close: object | null): Promise<any> =>
  admin.expect(201, 'POST', '/v1/playbooks/', { name: `Plan ${++count}`, content: { steps, auto_close } });
const createQueue = (playbookId: string | null, more: object = {}): Promise<any> =>
  org.expect(201, 'POST', '/v1/case-queues/', {
    name: `Queue ${++count}`,
    playbook_id: playbookId,
    join_rule: { by: ['account'], within_days: 30 },
    ...more,
  });
const send = async (queue: any, listing: string, account = `DE${++count}`): Promise<string> =>
  (
    await org.expect(201, 'POST', '/v1/case-alerts/', {
      queue: queue.id,
      external_id: `alert-${++count}`,
      subject: { kind: 'merchant', name: 'Roe Ltd', identifiers: { account } },
      rule: 'listing',
      detected_at: new Date().toISOString(),
      data: { listing },
    })
  ).case_id;
const read = (id: string): Promise<any> => org.expect(200, 'GET', `/v1/cases/${id}/`);
const ended = (playbook: any, caseId: string, runs: number): Promise<unknown> =>
  until(async () => {
    const { results } = await org.expect(200, 'GET', `/v1/playbooks/${playbook.id}/runs/?case=${caseId}`);
    return results.length === runs && results.every(({ state }: any) => state !== 'running');
  }, 'the runs to end');
const leftBecause = async (id: string): Promise<string | undefined> =>
  (await org.expect(200, 'GET', `/v1/cases/${id}/timeline/?page_size=100`)).results.find(
    ({ kind }: any) => kind === 'left_to_people',
  )?.detail.because;

test('a case that a person reopened stays with people when another alert joins it', async () => {
  const playbook = await createPlaybook([look], closing);
  const queue = await createQueue(playbook.id);
  const id = await send(queue, goodListing, 'reopened');
  await ended(playbook, id, 1);
  assert.equal((await read(id)).state, 'closed');
  await ada.expect(200, 'POST', `/v1/cases/${id}/reopen/`, { reason: 'A complaint.' });
  assert.equal(await send(queue, goodListing, 'reopened'), id);
  await ended(playbook, id, 2);
  assert.deepEqual([(await read(id)).state, await leftBecause(id)], ['open', 'The case was reopened.']);
});

test('a decision that a person rejected is not proposed again', async () => {
  const playbook = await createPlaybook([look], closing);
  const queue = await createQueue(playbook.id, { four_eyes: { outcomes: ['approved'] } });
  const id = await send(queue, goodListing, 'rejected');
  await ended(playbook, id, 1);
  await ben.expect(200, 'POST', `/v1/cases/${id}/reject/`, { comment: 'Look at the price.' });
  await send(queue, goodListing, 'rejected');
  await ended(playbook, id, 2);
  const found = await read(id);
  assert.deepEqual([found.state, found.proposed_decision], ['open', null]);
  assert.match((await leftBecause(id))!, /was rejected/);
});

test('a case in which a person wrote a note is not closed without a person', async () => {
  const playbook = await createPlaybook([look], { ...closing, outcomes: ['approved', 'rejected'] });
  const queue = await createQueue(playbook.id, { reason_codes: ['clear'] });
  const id = await send(queue, goodListing, 'noted');
  await ended(playbook, id, 1);
  assert.equal((await read(id)).state, 'open');
  await ada.expect(201, 'POST', `/v1/cases/${id}/note/`, { text: 'The price is wrong.' });
  await org.expect(200, 'PATCH', `/v1/case-queues/${queue.id}/`, { reason_codes: [] });
  await send(queue, goodListing, 'noted');
  await ended(playbook, id, 2);
  assert.equal((await read(id)).state, 'open');
});

test('a rehearsal with a limit of cost starts no more jobs than it pays for, however many could run at once', async () => {
  const paid = await createAgent(org, 'CostEngine', { config: { cost: 0.01, ms: 200 } });
  const queue = await createQueue(null);
  const ids: string[] = [];
  for (let index = 0; index < 8; index += 1) {
    const id = await send(queue, 'x');
    const decision = { outcome: 'no_report', reason_code: 'x', narrative: 'x' };
    await ada.expect(200, 'POST', `/v1/cases/${id}/decide/`, decision);
    ids.push(id);
  }
  const steps = [{ name: 'look', agent_id: paid.id, inputs: { text: '${case.number}' } }];
  const playbook = await createPlaybook(steps, null);
  const rehearsals = `/v1/playbooks/${playbook.id}/rehearsals/`;
  const { id } = await admin.expect(201, 'POST', rehearsals, {
    version_id: playbook.current_version_id,
    case_ids: ids,
    max_cost: 0.025,
  });
  const done = await org.expect(200, 'GET', `${rehearsals}${id}/?wait=60`);
  assert.equal(done.status, 'done');
  assert.ok(done.cost >= 0.02 && done.cost <= 0.0301, `it cost ${done.cost}`);
  assert.ok(done.undecidable.length >= 5);
  assert.ok(done.undecidable.some(({ reason }: any) => reason === 'The limit of cost is reached.'));
});

test('a gate counts the newest finished rehearsal on cases that nobody picked, and the audit says how they were chosen', async () => {
  const playbook = await createPlaybook([{ ...look, then: 'continue' }], null);
  const queue = await createQueue(playbook.id);
  const [good, bad] = [await send(queue, goodListing), await send(queue, badListing)];
  for (const id of [good, bad]) {
    await ended(playbook, id, 1);
    const decision = { outcome: 'approved', reason_code: 'x', narrative: 'x' };
    await ada.expect(200, 'POST', `/v1/cases/${id}/decide/`, decision);
  }
  await admin.expect(200, 'PUT', `/v1/playbooks/${playbook.id}/gate/`, { min_cases: 1, max_wrong_share: 0 });
  const version = await admin.expect(201, 'POST', `/v1/playbooks/${playbook.id}/versions/`, {
    content: { steps: [look], auto_close: { ...closing, outcomes: ['approved', 'rejected'] } },
  });
  const rehearse = async (chosen: object): Promise<any> => {
    const given = { version_id: version.id, ...chosen };
    const { id } = await admin.expect(201, 'POST', `/v1/playbooks/${playbook.id}/rehearsals/`, given);
    return org.expect(200, 'GET', `/v1/playbooks/${playbook.id}/rehearsals/${id}/?wait=60`);
  };
  const promote = () => admin.request('PATCH', `/v1/playbooks/${playbook.id}/set-current-version/${version.id}/`, {});
  const picked = await rehearse({ case_ids: [good] });
  assert.deepEqual([picked.wrong, picked.filter], [0, null]);
  assert.match((await promote()).text, /Rehearse this version first/);
  await rehearse({ filter: { queue: queue.id, outcome: 'approved', limit: 1 } });
  assert.match((await promote()).text, /Rehearse this version first/);
  const all = await rehearse({ filter: { queue: queue.id } });
  assert.deepEqual([all.wrong, all.filter], [1, { queue: queue.id }]);
  assert.match((await promote()).text, /does not pass the gate: 1 of the 2 cases/);
  await ada.expect(200, 'POST', `/v1/cases/${bad}/reopen/`, { reason: 'It is a knife.' });
  const decision = { outcome: 'rejected', reason_code: 'x', narrative: 'x' };
  await ada.expect(200, 'POST', `/v1/cases/${bad}/decide/`, decision);
  const last = await rehearse({ filter: { queue: queue.id } });
  assert.equal((await promote()).status, 200);
  const { results } = await org.expect(
    200,
    'GET',
    `/v1/organizations/${org.orgId}/audit/?target_id=${playbook.id}&page_size=100`,
  );
  const promoted = results.find(({ detail }: any) => detail?.gate_rehearsal_id === last.id);
  assert.deepEqual(promoted.detail.gate_filter, { queue: queue.id });
  const [first] = results.filter(({ action }: any) => action === 'playbook.rehearsed').slice(-1);
  assert.deepEqual(first.detail.case_ids, [good]);
});
