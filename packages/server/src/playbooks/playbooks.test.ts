import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEngines } from '../../test/engines.ts';
import { startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createPerson } from '../../test/people.ts';
import { badListing, createCaseAgent, goodListing } from '../../test/policies/cases.ts';
import { createAgent } from '../../test/runs.ts';

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org({ name: 'Playbooks' });
const other = await harness.org({ name: 'Others' });
const ada = await createPerson(harness, org);
const ben = await createPerson(harness, org);
const admin = await createPerson(harness, org, 'admin');
const judge = await createCaseAgent(org, 'ProductPolicyEngine', { baseline_verdicts: true });
const echo = await createAgent(org, 'EchoEngine');

let count = 0;
const look = {
  name: 'look',
  agent_id: judge.id,
  inputs: { product_listing: '${alert.data.listing}' },
  then: 'close',
};
const closing = { outcomes: ['approved'], policy_id: judge.policyId, sample_rate: 1 };
const createPlaybook = (steps: object[], auto_close: object | null = null): Promise<any> =>
  admin.expect(201, 'POST', '/v1/playbooks/', { name: `Plan ${++count}`, content: { steps, auto_close } });
const createQueue = (playbookId: string | null, more: object = {}): Promise<any> =>
  org.expect(201, 'POST', '/v1/case-queues/', {
    name: `Queue ${++count}`,
    playbook_id: playbookId,
    join_rule: { by: ['account'], within_days: 30 },
    ...more,
  });
const send = (queue: any, listing: string, account = `DE${++count}`): Promise<any> =>
  org.expect(201, 'POST', '/v1/case-alerts/', {
    queue: queue.id,
    external_id: `alert-${++count}`,
    subject: { kind: 'merchant', name: 'Roe Ltd', identifiers: { account } },
    rule: 'listing',
    detected_at: new Date().toISOString(),
    data: { listing },
  });
const read = (id: string): Promise<any> => org.expect(200, 'GET', `/v1/cases/${id}/`);
const runsOf = async (playbook: any, caseId: string): Promise<any[]> =>
  (await org.expect(200, 'GET', `/v1/playbooks/${playbook.id}/runs/?case=${caseId}`)).results;
const ended = async (playbook: any, caseId: string, runs = 1): Promise<any[]> => {
  let found: any[] = [];
  await until(async () => {
    found = await runsOf(playbook, caseId);
    return found.length === runs && found.every(({ state }) => state !== 'running');
  }, 'the runs to end');
  return found;
};
const kinds = async (caseId: string): Promise<string[]> =>
  (await org.expect(200, 'GET', `/v1/cases/${caseId}/timeline/?page_size=100`)).results
    .map((one: any) => one.kind)
    .reverse();

test('an alert is looked at by the agents of the plan, and a sure verdict of the policy closes the case', async () => {
  const playbook = await createPlaybook([look], closing);
  const { case_id: id } = await send(await createQueue(playbook.id), goodListing);
  const [run] = await ended(playbook, id);
  assert.deepEqual([run.state, run.action, run.outcome], ['done', 'close', 'approved']);
  const found = await read(id);
  assert.deepEqual([found.state, found.outcome, found.reason_code], ['closed', 'approved', 'auto_close']);
  assert.deepEqual(
    found.jobs.map(({ job_id, step }: any) => [job_id, step]),
    [[run.steps[0].job_id, 'look']],
  );
  assert.deepEqual(await kinds(id), ['opened', 'job_started', 'playbook_done', 'decided', 'sampled']);
  const job = await org.expect(200, 'GET', `/v1/agents/jobs/${run.steps[0].job_id}/`);
  assert.equal(job.origin, 'playbook');
  assert.deepEqual([job.actor.kind, job.actor.id], ['system', playbook.id]);
  assert.deepEqual(
    job.actor.chain.map(({ kind }: any) => kind),
    ['key', 'person'],
  );
});

test('a verdict that is not listed, a code that the queue lacks, or an assigned case is for people', async () => {
  const playbook = await createPlaybook([look], closing);
  const { case_id: bad } = await send(await createQueue(playbook.id), badListing);
  const [run] = await ended(playbook, bad);
  assert.deepEqual([run.action, run.reason], ['leave', 'Step look: rejected is for people.']);
  assert.equal((await read(bad)).state, 'open');
  const strict = await createQueue(playbook.id, { reason_codes: ['clear'] });
  const { case_id: coded } = await send(strict, goodListing);
  await ended(playbook, coded);
  assert.equal((await read(coded)).state, 'open');
  assert.equal((await kinds(coded)).at(-1), 'left_to_people');
});

test('a case with two alerts closes only when both came to the same', async () => {
  const playbook = await createPlaybook([look], closing);
  const queue = await createQueue(playbook.id);
  const [one, two] = [await send(queue, goodListing, 'same'), await send(queue, badListing, 'same')];
  assert.equal(one.case_id, two.case_id);
  await ended(playbook, one.case_id, 2);
  assert.equal((await read(one.case_id)).state, 'open');
});

test('where the outcome needs four eyes, the playbook only proposes', async () => {
  const playbook = await createPlaybook([look], closing);
  const { case_id: id } = await send(
    await createQueue(playbook.id, { four_eyes: { outcomes: ['approved'] } }),
    goodListing,
  );
  await ended(playbook, id);
  const found = await read(id);
  assert.deepEqual([found.state, found.proposed_decision.outcome], ['waiting', 'approved']);
  await ada.expect(200, 'POST', `/v1/cases/${id}/approve/`, {});
  assert.equal((await read(id)).state, 'closed');
});

test('conditions skip steps, results feed later ones, and a step may escalate', async () => {
  const playbook = await createPlaybook([
    { name: 'first', agent_id: judge.id, inputs: { product_listing: '${alert.data.listing}' } },
    {
      name: 'never',
      agent_id: echo.id,
      inputs: { text: 'x' },
      when: [{ path: '/results/first/verdict', op: 'equals', value: 'approved' }],
    },
    {
      name: 'last',
      agent_id: echo.id,
      inputs: { text: '${results.first.verdict}; ${case.earlier_decisions_text}' },
      when: [{ path: '/results/first/output/compliance_result/verdict', op: 'equals', value: 'rejected' }],
      then: 'escalate',
    },
  ]);
  const queue = await createQueue(playbook.id);
  const { case_id: id } = await send(queue, badListing, 'again');
  const [run] = await ended(playbook, id);
  assert.deepEqual(
    run.steps.map(({ state }: any) => state),
    ['succeeded', 'skipped', 'succeeded'],
  );
  assert.equal((await read(id)).state, 'escalated');
  await ada.expect(200, 'POST', `/v1/cases/${id}/decide/`, {
    outcome: 'report',
    reason_code: 'weapons',
    narrative: 'A knife.',
  });
  const { case_id: next } = await send(queue, badListing, 'again');
  const [later] = await ended(playbook, next);
  const { outputs } = await org.expect(200, 'GET', `/v1/agents/jobs/${later.steps[2].job_id}/`);
  assert.match(outputs[0].value, /^rejected; Earlier decisions about this subject\. They are evidence/);
  assert.match(outputs[0].value, /report \(weapons\), decided by a person\. A knife\./);
});

test('a failed step ends the run and says why; the case waits for people', async () => {
  const broken = await createAgent(org, 'FailEngine');
  const playbook = await createPlaybook([{ name: 'look', agent_id: broken.id, inputs: {} }]);
  const { case_id: id } = await send(await createQueue(playbook.id), 'x');
  const [run] = await ended(playbook, id);
  assert.equal(run.state, 'failed');
  assert.match(run.reason, /^Step look: /);
  assert.equal((await kinds(id)).at(-1), 'playbook_failed');
  assert.equal((await read(id)).state, 'open');
});

test('a case that is merged while an agent runs takes the run with it', async () => {
  const slow = await createAgent(org, 'SleepEngine', { config: { ms: 1_500 } });
  const playbook = await createPlaybook([
    { name: 'slow', agent_id: slow.id, inputs: {} },
    { name: 'after', agent_id: echo.id, inputs: { text: '${case.number}' }, then: 'escalate' },
  ]);
  const queue = await createQueue(playbook.id);
  const { case_id: from } = await send(queue, 'x');
  const into = (await send(await createQueue(null), 'x')).case_id;
  await until(async () => (await read(from)).jobs.length === 1, 'the first job');
  await ada.expect(200, 'POST', `/v1/cases/${from}/merge/`, { into_case_id: into, reason: 'The same customer.' });
  await until(async () => (await read(into)).state === 'escalated', 'the end of the run');
  const found = await read(into);
  assert.deepEqual(
    found.jobs.map(({ step }: any) => step),
    ['slow', 'after'],
  );
  const { outputs } = await org.expect(200, 'GET', `/v1/agents/jobs/${found.jobs[1].job_id}/`);
  assert.equal(outputs[0].value, String(found.number));
  assert.deepEqual([(await read(from)).jobs.length, (await read(from)).state], [0, 'closed']);
});

test('a restricted case and a decided one start no further job', async () => {
  const slow = await createAgent(org, 'SleepEngine', { config: { ms: 1_500 } });
  const playbook = await createPlaybook([
    { name: 'slow', agent_id: slow.id, inputs: {} },
    { name: 'after', agent_id: echo.id, inputs: { text: 'x' } },
  ]);
  const queue = await createQueue(playbook.id);
  const [hidden, decided] = [await send(queue, 'x'), await send(queue, 'x')];
  for (const { case_id: id } of [hidden, decided])
    await until(async () => (await read(id)).jobs.length === 1, 'the first job');
  await ada.expect(200, 'POST', `/v1/cases/${hidden.case_id}/restrict/`, { user_ids: [ada.userId] });
  await ada.expect(200, 'POST', `/v1/cases/${decided.case_id}/decide/`, {
    outcome: 'no_report',
    reason_code: 'clear',
    narrative: '',
  });
  const [run] = await ended(playbook, decided.case_id);
  assert.deepEqual([run.state, run.reason, run.steps.length], ['stopped', 'The case was decided.', 1]);
  assert.deepEqual(await runsOf(playbook, hidden.case_id), [], 'nobody else sees its run');
  const mine = await ada.expect(200, 'GET', `/v1/playbooks/${playbook.id}/runs/?case=${hidden.case_id}`);
  await until(async () => {
    const { results } = await ada.expect(200, 'GET', `/v1/playbooks/${playbook.id}/runs/?case=${hidden.case_id}`);
    return results[0].state === 'stopped';
  }, 'the run to stop');
  assert.equal(mine.count, 1);
});

test('a version is rehearsed on decided cases, with flips and cost, and a gate asks for it', async () => {
  const playbook = await createPlaybook([{ ...look, then: 'continue' }], null);
  const queue = await createQueue(playbook.id);
  const [good, bad] = [await send(queue, goodListing), await send(queue, badListing)];
  for (const { case_id: id } of [good, bad]) await ended(playbook, id);
  const decide = (id: string, outcome: string) =>
    ada.expect(200, 'POST', `/v1/cases/${id}/decide/`, { outcome, reason_code: 'x', narrative: 'x' });
  await decide(good.case_id, 'approved');
  await decide(bad.case_id, 'approved');
  await admin.expect(200, 'PUT', `/v1/playbooks/${playbook.id}/gate/`, { min_cases: 2, max_wrong_share: 0 });
  const version = await admin.expect(201, 'POST', `/v1/playbooks/${playbook.id}/versions/`, {
    content: { steps: [look], auto_close: { ...closing, outcomes: ['approved', 'rejected'] } },
  });
  assert.equal(version.is_current, false);
  const promote = (id: string, body: object = {}) =>
    admin.request('PATCH', `/v1/playbooks/${playbook.id}/set-current-version/${id}/`, body);
  assert.equal((await promote(version.id)).status, 409);
  const rehearse = async (versionId: string): Promise<any> => {
    const { id } = await admin.expect(201, 'POST', `/v1/playbooks/${playbook.id}/rehearsals/`, {
      version_id: versionId,
      filter: { queue: queue.id },
    });
    return org.expect(200, 'GET', `/v1/playbooks/${playbook.id}/rehearsals/${id}/?wait=60`);
  };
  const first = await rehearse(version.id);
  assert.deepEqual(
    [first.status, first.total, first.closed, first.wrong, first.left, first.reused_jobs, first.cost],
    ['done', 2, 2, 1, 0, 2, 0],
  );
  assert.deepEqual(
    first.flips.map(({ case_id, kind }: any) => [case_id, kind]).sort(),
    [
      [good.case_id, 'automatic'],
      [bad.case_id, 'outcome'],
    ].sort(),
  );
  assert.match((await promote(version.id)).text, /does not pass the gate: 1 of the 2 cases/);
  const careful = await admin.expect(201, 'POST', `/v1/playbooks/${playbook.id}/versions/`, {
    content: { steps: [look], auto_close: closing },
  });
  const second = await rehearse(careful.id);
  assert.deepEqual([second.closed, second.wrong, second.left, second.unchanged], [1, 0, 1, 1]);
  assert.equal((await promote(careful.id, { rehearsal_id: second.id })).status, 200);
  assert.equal((await promote(version.id, { override_reason: 'A trial.' })).status, 200);
  assert.deepEqual((await read(bad.case_id)).jobs.length, 1, 'a rehearsal leaves cases as they are');
  const { changed } = await org.expect(
    200,
    'GET',
    `/v1/playbooks/${playbook.id}/versions/${version.id}/diff/${careful.id}/`,
  );
  assert.deepEqual(
    changed.map(({ path }: any) => path),
    ['auto_close'],
  );
});

test('bad plans are refused by name, and others find nothing', async () => {
  const refuse = async (content: object, text: RegExp): Promise<void> => {
    const answer = await admin.request('POST', '/v1/playbooks/', { name: 'Bad', content });
    assert.equal(answer.status, 400);
    assert.match(answer.text, text);
  };
  const step = { name: 'look', agent_id: echo.id, inputs: { text: 'x' } };
  await refuse({ steps: [{ ...step, agent_id: 'nobody' }], auto_close: null }, /there is no agent 'nobody'/);
  await refuse({ steps: [step, step], auto_close: null }, /another step has this name/);
  await refuse({ steps: [{ ...step, then: 'close' }], auto_close: null }, /nothing closes by itself/);
  await refuse({ steps: [{ ...step, inputs: { a: '${results.later.x}' } }], auto_close: null }, /no step before/);
  await refuse({ steps: [{ ...step, inputs: { a: '${event.x}' } }], auto_close: null }, /is no value here/);
  await refuse({ steps: [{ ...step, inputs: { text: '${alert.rule' } }], auto_close: null }, /has no end/);
  await refuse({ steps: [{ ...step, inputs: { txt: 'x' } }], auto_close: null }, /no input 'txt'. Did you mean 'text'/);
  const needs = await org.expect(201, 'POST', '/v1/agents/', {
    name: 'Letter',
    engine_class_id: 'TemplateEngine',
    engine_config: { template: '${to}' },
    input_definitions: [{ key: 'to', data_type: 'text/plain', description: 'Whom' }],
  });
  await refuse(
    { steps: [{ ...step, agent_id: needs.id, inputs: {} }], auto_close: null },
    /The input 'to' is required/,
  );
  await refuse({ steps: [{ ...step, when: [{ path: '/x', op: 'exists' }] }], auto_close: null }, /does not begin with/);
  await refuse(
    { steps: [step], auto_close: { outcomes: ['a'], policy_id: echo.id, sample_rate: 0 } },
    /there is no policy/,
  );
  await ben.expect(403, 'POST', '/v1/playbooks/', { name: 'x', content: { steps: [step], auto_close: null } });
  const playbook = await createPlaybook([step]);
  await other.expect(404, 'GET', `/v1/playbooks/${playbook.id}/`);
  await other.expect(400, 'POST', '/v1/case-queues/', { name: 'x', playbook_id: playbook.id });
  await createQueue(playbook.id, { name: 'Uses it' });
  const refused = await admin.request('DELETE', `/v1/playbooks/${playbook.id}/`);
  assert.deepEqual([refused.status, /Uses it/.test(refused.text)], [409, true]);
});
