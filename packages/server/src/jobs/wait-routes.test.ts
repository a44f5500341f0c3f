import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '#platform/log.ts';
import { testEngines } from '../../test/engines.ts';
import { pluck, request, startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createPerson } from '../../test/people.ts';
import { createAgent, getJob, startJob, untilFinal, untilJob } from '../../test/runs.ts';
import { startReceiver } from '../../test/webhooks/receiver.ts';
import { findBrokenInvariants } from './queue/invariants.ts';

const lines: { level: string; event?: string; job?: string }[] = [];

const harness = stopAtEnd(
  await startHarness({
    engines: testEngines,
    log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }),
    env: {
      ERRAND_WORKER_CONCURRENCY: '1',
      ERRAND_SYNC_WAIT_SECONDS: '1',
      ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8',
    },
  }),
);
const org = await harness.org();
const agent = await createAgent(org, 'WaitEngine', { settings: { disable_cache: true } });

const soon = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** Starts a job that waits, and returns it with its wait. */
async function startWait(wait: object, inputs: object = {}, agentId = agent.id): Promise<{ jobId: string; wait: any }> {
  const jobId = await startJob(org, agentId, { request: JSON.stringify(wait), ...inputs });
  const { waiting } = await untilJob(org, jobId, (job) => job.waiting !== null || job.status_code >= 3);
  return { jobId, wait: waiting };
}

const answer = (wait: { id: string }, body: object, key = org.apiKey) =>
  request(harness.baseUrl, key, 'POST', `/v1/waits/${wait.id}/answer/`, body);

const answersOf = (job: any): any[] => JSON.parse(job.outputs[0].value);

const approval = { kind: 'approval', title: 'Refund?', options: ['approve', 'refuse'] };

test('a waiting job is found, counted and told apart from running ones everywhere', async () => {
  const { jobId, wait } = await startWait(approval);
  const get = async (path: string) => (await request(harness.baseUrl, org.apiKey, 'GET', path)).body;
  const idsOf = async (filter: string): Promise<string[]> =>
    (await get(`/v1/agents/jobs/?${filter}`)).results.map((job: any) => job.id);
  for (const filter of ['q=is:waiting', 'display_status=waiting', 'q=-is:running,queued'])
    assert.ok((await idsOf(filter)).includes(jobId), filter);
  for (const filter of ['q=is:running', 'display_status=queued,running,retrying', 'q=-is:waiting'])
    assert.ok(!(await idsOf(filter)).includes(jobId), filter);
  const facets = await get('/v1/agents/jobs/facets/');
  assert.equal(facets.display_status.find((one: any) => one.value === 'waiting').count, 1);
  const { totals } = await get('/v1/agents/activity/');
  assert.deepEqual([totals.in_flight, totals.waiting], [0, 1]);
  const [row] = (await get(`/v1/agents/jobs/?ids=${jobId}`)).results;
  assert.deepEqual([row.display_status, row.waiting_for, row.duration_ms], ['waiting', 'approval', null]);
  await answer(wait, { answer: 'approve' });
  const job = await untilFinal(org, jobId);
  const tookMs = Date.parse(job.last_updated_at) - Date.parse(job.created_at);
  assert.deepEqual([job.display_status, job.waiting_for, job.waiting_since], ['succeeded', null, null]);
  assert.ok(job.waited_ms > 0 && Math.abs(tookMs - job.duration_ms - job.waited_ms) <= 2, 'all time is counted once');
  assert.ok((await idsOf('q=is:succeeded')).includes(jobId));
});

test('a job waits without a slot and continues with the answer; nothing before the wait is done again', async () => {
  const { jobId, wait } = await startWait(
    { ...approval, body: '**250 EUR**', evidence: ['artifact-1'] },
    { cost: 0.01 },
  );
  assert.deepEqual(
    [wait.kind, wait.title, wait.body, wait.options, wait.evidence, wait.status, wait.job_id, wait.agent_id],
    ['approval', 'Refund?', '**250 EUR**', ['approve', 'refuse'], ['artifact-1'], 'open', jobId, agent.id],
  );
  assert.equal(wait.summary, '250 EUR');
  assert.match(wait.about, /^kind: approval, title: Refund\?/);
  const waiting = await getJob(org, jobId);
  assert.deepEqual([waiting.status_code, waiting.attempt, waiting.next_attempt_at], [1, 0, null]);
  assert.deepEqual([waiting.display_status, waiting.waiting_for], ['waiting', 'approval']);
  assert.ok(Date.parse(waiting.waiting_since) >= Date.parse(waiting.created_at));
  // The only slot is free.
  const echo = await createAgent(org, 'EchoEngine');
  assert.equal((await untilFinal(org, await startJob(org, echo.id, { text: 'x' }))).status_code, 3);
  const answered = await answer(wait, { answer: 'approve', comment: 'Fine.' });
  assert.equal(answered.status, 200, answered.text);
  assert.deepEqual(
    [answered.body.status, answered.body.answer, answered.body.comment, answered.body.answered_by],
    ['answered', 'approve', 'Fine.', wait.requested_by],
  );
  const job = await untilFinal(org, jobId);
  await until(async () => lines.some((line) => line.job === jobId && line.event === 'job.finished'), 'its log line');
  assert.deepEqual(
    lines
      .filter((line) => line.job === jobId && line.event !== 'job.accepted')
      .map(({ level, event }) => [level, event]),
    [
      ['info', 'job.waiting'],
      ['info', 'job.finished'],
    ],
    'a wait is no error',
  );
  assert.equal(job.status_code, 3, job.error_message);
  assert.deepEqual(answersOf(job), [
    { answer: 'approve', comment: 'Fine.', answered_by: wait.requested_by, timed_out: false },
  ]);
  assert.deepEqual([job.waiting, job.attempt, job.cost], [null, 1, 0.02]);
  assert.deepEqual(
    job.steps.map((step: any) => [step.name, step.kind, step.status]),
    [
      ['before', 'model', 'succeeded'],
      ['wait: approval', 'wait', 'succeeded'],
      ['after', 'model', 'succeeded'],
    ],
  );
  assert.deepEqual(
    job.status_events.map((event: any) => [event.status_code, event.wait_id !== undefined]),
    [
      [0, false],
      [1, false],
      [1, true],
      [1, false],
      [3, false],
    ],
  );
});

test('the first answer counts; a later one is 409, one that does not fit 400, an unknown wait 404', async () => {
  const { jobId, wait } = await startWait(approval);
  for (const wrong of [{ answer: 'perhaps' }, { answer: 5 }, { answer: null }]) {
    const refused = await answer(wait, wrong);
    assert.deepEqual([refused.status, Object.keys(refused.body)], [400, ['answer']], refused.text);
  }
  assert.deepEqual(Object.keys((await answer(wait, {})).body), ['answer']);
  const both = await Promise.all([answer(wait, { answer: 'approve' }), answer(wait, { answer: 'refuse' })]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  const won = both.find(({ status }) => status === 200)!.body.answer;
  assert.equal(typeof both.find(({ status }) => status === 409)!.body.error, 'string');
  assert.equal(answersOf(await untilFinal(org, jobId))[0].answer, won);
  assert.equal((await answer({ id: jobId }, { answer: 'approve' })).status, 404);
  const other = await harness.org();
  assert.equal((await answer(wait, { answer: 'approve' }, other.apiKey)).status, 404);
});

test('an answer fits its schema; a schema that is not one fails the job', async () => {
  const schema = {
    type: 'object',
    properties: { amount: { type: 'number', minimum: 0 }, reason: { type: 'string' } },
    required: ['amount'],
    additionalProperties: false,
  };
  const { jobId, wait } = await startWait({ kind: 'question', title: 'How much?', answer_schema: schema });
  const refused = await answer(wait, { answer: { amount: -1 } });
  assert.equal(refused.status, 400);
  assert.match(refused.body.answer[0], /'amount'/);
  assert.equal((await answer(wait, { answer: { amount: 12.5 } })).status, 200);
  assert.deepEqual(answersOf(await untilFinal(org, jobId))[0].answer, { amount: 12.5 });

  const hostile = { kind: 'question', title: 'x', answer_schema: { allOf: Array.from({ length: 6_000 }, () => ({})) } };
  const failed = await startWait(hostile);
  assert.match(
    (await untilFinal(org, failed.jobId)).error_message,
    /answer_schema: The schema has more than 5000 parts/,
  );
});

test('roles: who is too low, is not the one asked, or started the job may not answer', async () => {
  const [viewer, member] = [await org.keyWithRole('viewer'), await org.keyWithRole('member')];
  const admins = await startWait({ ...approval, assignee_role: 'admin' });
  assert.equal((await answer(admins.wait, { answer: 'approve' }, viewer)).status, 403);
  assert.equal((await answer(admins.wait, { answer: 'approve' }, member)).status, 403);
  const mine = async (key: string): Promise<string[]> => {
    const list = await request(harness.baseUrl, key, 'GET', '/v1/waits/?status=open&mine=true&page_size=100');
    return list.body.results.map((one: any) => one.id);
  };
  assert.ok((await mine(org.apiKey)).includes(admins.wait.id));
  assert.ok(!(await mine(member)).includes(admins.wait.id));

  const checked = await startWait({ ...approval, forbid_requester: true });
  const refused = await answer(checked.wait, { answer: 'approve' });
  assert.deepEqual([refused.status, /signed in as themselves/.test(refused.body.detail)], [403, true]);
  assert.ok(!(await mine(org.apiKey)).includes(checked.wait.id));
  assert.equal((await org.request('POST', `/v1/waits/${checked.wait.id}/link/`, {})).status, 403);
  const someone = await startWait({ ...approval, assignee_user: 2_147_483_647 });
  assert.match((await answer(someone.wait, { answer: 'approve' })).body.detail, /another user/);
  for (const { jobId } of [admins, checked, someone]) await org.request('POST', `/v1/agents/jobs/${jobId}/cancel/`);
});

test('a wait may ask for a role of the desk: analysts and approvers answer what asks for them, and nothing else', async () => {
  const desk = {
    analyst: await createPerson(harness, org, 'analyst'),
    approver: await createPerson(harness, org, 'approver'),
  };
  const auditor = await createPerson(harness, org, 'auditor');
  const asks = (role?: string) => startWait({ ...approval, ...(role && { assignee_role: role }) });
  const answering = (who: { request: typeof org.request }, { wait }: { wait: any }) =>
    who.request('POST', `/v1/waits/${wait.id}/answer/`, { answer: 'approve' });
  const idsOf = async (who: { expect: typeof org.expect }): Promise<string[]> =>
    (await who.expect(200, 'GET', '/v1/waits/?mine=true&status=open')).results.map(({ id }: any) => id);
  const [forAnalysts, forApprovers, forMembers] = [await asks('analyst'), await asks('approver'), await asks()];
  assert.deepEqual(await idsOf(desk.analyst), [forAnalysts.wait.id]);
  assert.deepEqual((await idsOf(desk.approver)).toSorted(), [forAnalysts.wait.id, forApprovers.wait.id].toSorted());
  assert.equal((await answering(auditor, forAnalysts)).status, 403);
  assert.match((await answering(desk.analyst, forApprovers)).body.detail, /needs the role approver; yours is analyst/);
  assert.match((await answering(desk.approver, forMembers)).body.detail, /needs the role member/);
  assert.equal((await desk.approver.request('POST', `/v1/waits/${forMembers.wait.id}/link/`, {})).status, 403);
  for (const [who, one] of [
    [desk.analyst, forAnalysts],
    [desk.approver, forApprovers],
  ] as const) {
    assert.equal((await answering(who, one)).status, 200);
    assert.equal((await untilFinal(org, one.jobId)).status_code, 3);
  }
  await org.expect(200, 'POST', `/v1/waits/${forMembers.wait.id}/answer/`, { answer: 'approve' });
});

test('a wait that asks for auditors, who answer nothing, fails its job and says so', async () => {
  const jobId = await startJob(org, agent.id, { request: JSON.stringify({ ...approval, assignee_role: 'auditor' }) });
  const job = await untilFinal(org, jobId);
  assert.equal(job.status_code, 4);
  assert.match(job.error_message, /assignee_role must be one of viewer, analyst, approver, member, admin, owner/);
});

test('an approval that several people must give waits for as many different ones; one refusal ends it', async () => {
  const [ada, ben] = [await createPerson(harness, org), await createPerson(harness, org)];
  const [one, second] = [await ada.personalKey(), await ben.personalKey()];
  const { jobId, wait } = await startWait({ ...approval, approvals: 2 });
  const first = await answer(wait, { answer: 'approve', comment: 'Seen.' }, one);
  assert.deepEqual(
    [first.body.status, first.body.approvals_needed, first.body.approvals.map(({ comment }: any) => comment)],
    ['open', 2, ['Seen.']],
    first.text,
  );
  assert.equal((await answer(wait, { answer: 'approve' }, one)).status, 409, 'the same person again');
  const machines = [await ada.organizationKey(), await ben.organizationKey(), org.apiKey];
  for (const key of machines) assert.equal((await answer(wait, { answer: 'approve' }, key)).status, 403, 'a machine');
  const last = await answer(wait, { answer: 'approve' }, second);
  assert.deepEqual([last.body.status, last.body.approvals.length], ['answered', 2], last.text);
  assert.equal((await untilFinal(org, jobId)).status_code, 3);

  const refused = await startWait({ ...approval, approvals: 2 });
  await answer(refused.wait, { answer: 'approve' }, one);
  assert.equal((await answer(refused.wait, { answer: 'refuse' }, second)).body.status, 'answered');
  assert.deepEqual(
    answersOf(await untilFinal(org, refused.jobId)).map((one) => one.answer),
    ['refuse'],
  );
});

test('a wait that nobody answers in time fails, continues, or takes an option; a timer continues', async () => {
  const due = { due_at: soon(200) };
  const [failing, going, option, timer] = [
    await startJob(org, agent.id, { request: JSON.stringify({ ...approval, ...due }) }),
    await startJob(org, agent.id, { request: JSON.stringify({ ...approval, ...due, on_timeout: 'continue' }) }),
    await startJob(org, agent.id, { request: JSON.stringify({ ...approval, ...due, on_timeout: 'refuse' }) }),
    await startJob(org, agent.id, { request: JSON.stringify({ kind: 'timer', ...due }) }),
  ];
  const failed = await untilFinal(org, failing);
  assert.deepEqual([failed.status_code, failed.error_message], [4, 'Nobody answered in time: Refund?']);
  assert.deepEqual(answersOf(await untilFinal(org, going))[0], {
    answer: null,
    comment: null,
    answered_by: null,
    timed_out: true,
  });
  assert.equal(answersOf(await untilFinal(org, option))[0].answer, 'refuse');
  assert.equal(answersOf(await untilFinal(org, timer))[0].timed_out, true);
  const list = await org.request('GET', `/v1/waits/?job_id=${failing}`);
  assert.deepEqual([list.body.count, list.body.results[0].status], [1, 'timed_out']);
  assert.equal((await answer(list.body.results[0], { answer: 'approve' })).status, 409);
});

test('an event answers the wait for it, also when it came before, and once for one idempotency key', async () => {
  const send = (jobId: string, name: string, data?: unknown, headers?: Record<string, string>) =>
    org.request('POST', `/v1/agents/jobs/${jobId}/events/${name}/`, data, headers);
  const paid = { kind: 'event', event: 'paid' };
  const { jobId, wait } = await startWait(paid, { times: 2 });
  assert.match((await answer(wait, { answer: 1 })).body.detail, /Only an event can answer this/);
  assert.equal((await send(jobId, 'shipped', { early: true })).body.wait_id, null);
  const [first, again] = [
    await send(jobId, 'paid', { n: 1 }, { 'idempotency-key': 'a' }),
    await send(jobId, 'paid', { n: 1 }, { 'idempotency-key': 'a' }),
  ];
  assert.deepEqual([first.status, first.body.wait_id, again.body], [202, wait.id, first.body]);
  // It may come before or after the second wait begins.
  assert.equal((await send(jobId, 'paid', { n: 2 })).status, 202);
  const job = await untilFinal(org, jobId);
  assert.deepEqual(pluck(answersOf(job), 'answer'), [{ n: 1 }, { n: 2 }]);
  assert.equal((await send(jobId, 'paid', {})).status, 409);
  assert.equal((await send(jobId, 'no%20name', {})).status, 400);
  const early = await startWait({ ...approval, title: 'first' });
  assert.equal((await send(early.jobId, 'x', '{broken')).status, 400);
  await org.request('POST', `/v1/agents/jobs/${early.jobId}/cancel/`);
});

test('waits at the same time are answered in any order', async () => {
  const { jobId } = await startWait(approval, { times: 3, together: true });
  const open = await until(async () => {
    const list = await org.request('GET', `/v1/waits/?job_id=${jobId}&status=open`);
    return list.body.count === 3 && list.body.results;
  }, 'all waits');
  for (const [index, wait] of open.entries())
    assert.equal((await answer(wait, { answer: 'approve', comment: String(index) })).status, 200);
  const comments = answersOf(await untilFinal(org, jobId)).map((one) => one.comment);
  assert.deepEqual(comments.sort(), ['0', '1', '2']);
});

test('the event stream has the wait, and time spent waiting is not working time', async () => {
  const { jobId, wait } = await startWait(approval);
  await harness.database.system.run(
    `update job_queue set events = jsonb_set(events, '{-1,at}', to_jsonb((events->-1->>'at')::bigint - 86400000)) where job_id = $1`,
    [jobId],
  );
  await harness.database.system.run(`update jobs set created_at = created_at - interval '1 day' where id = $1`, [
    jobId,
  ]);
  await answer(wait, { answer: 'approve' });
  const job = await untilFinal(org, jobId);
  assert.ok(job.duration_ms < 3_600_000, `${job.duration_ms} ms`);
  const { text } = await org.request('GET', `/v1/agents/jobs/${jobId}/events/`);
  const told = text.split('\n\n').find((event) => event.startsWith('event: waiting'))!;
  assert.equal(JSON.parse(told.split('\ndata: ')[1]!).id, wait.id);
});

test('cancelling withdraws the wait; deleting the data takes what was asked and said', async () => {
  const { jobId, wait } = await startWait(approval);
  assert.equal((await org.request('POST', `/v1/agents/jobs/${jobId}/delete-data/`)).status, 400);
  assert.equal((await org.request('POST', `/v1/agents/jobs/${jobId}/cancel/`)).status, 204);
  assert.equal((await getJob(org, jobId)).status_code, 5);
  const withdrawn = await org.request('GET', `/v1/waits/${wait.id}/`);
  assert.equal(withdrawn.body.status, 'cancelled');
  assert.equal((await answer(wait, { answer: 'approve' })).status, 409);
  assert.equal((await org.request('POST', `/v1/agents/jobs/${jobId}/delete-data/`)).status, 200);
  const blank = (await org.request('GET', `/v1/waits/${wait.id}/`)).body;
  assert.deepEqual([blank.title, blank.body, blank.options], ['[deleted]', '', null]);
});

test('while an organization is paused, the answer is kept; the job continues after the pause', async () => {
  const { jobId, wait } = await startWait(approval);
  const pause = (at: string) =>
    harness.database.system.run(`update organizations set paused_at = ${at} where id = $1`, [org.orgId]);
  await pause('now()');
  assert.equal((await answer(wait, { answer: 'approve' })).status, 200);
  const [row] = await harness.database.system.query<{ due: boolean }>(
    'select run_at <= clock_timestamp() and worker_id is null as due from job_queue where job_id = $1',
    [jobId],
  );
  assert.equal(row!.due, true);
  await pause('null');
  assert.equal((await untilFinal(org, jobId)).status_code, 3);
});

test('promoting a version changes nothing for a job that already waits', async () => {
  const own = await createAgent(org, 'WaitEngine', { config: { text: 'old' } });
  const { jobId, wait } = await startWait(approval, {}, own.id);
  await org.expect(201, 'POST', `/v1/agents/${own.id}/versions/`, { engine_config: { text: 'new' } });
  await answer(wait, { answer: 'approve' });
  const job = await untilFinal(org, jobId);
  assert.deepEqual([job.agent_version_id, job.outputs[1].value], [own.versionId, 'old']);
});

test('only an admin may name a version that needs less approval than the current one, however it is started', async () => {
  const own = await createAgent(org, 'EchoEngine', { settings: { disable_cache: true } });
  const asked = await org.expect(201, 'POST', `/v1/agents/${own.id}/versions/`, {
    approval: { when: 'always', role: 'admin', forbid_requester: false },
  });
  const member = await org.keyWithRole('member');
  const run = (key: string, version: string) =>
    request(harness.baseUrl, key, 'POST', `/v1/agents/run/${own.id}/versions/${version}/async/`, { text: 'x' });
  const refused = await run(member, own.versionId);
  assert.deepEqual([refused.status, Object.keys(refused.body)[0]], [403, 'detail'], refused.text);
  assert.equal(
    (await request(harness.baseUrl, member, 'POST', `/v1/agents/run/${own.versionId}/async/`, {})).status,
    403,
  );
  const held = await run(member, asked.id);
  assert.ok((await untilJob(org, held.body, (job) => job.waiting !== null)).waiting);
  const free = await run(org.apiKey, own.versionId);
  assert.equal((await untilFinal(org, free.body)).status_code, 3);
});

test('credits that a job holds but has not spent are free while it waits', async () => {
  const poor = await harness.org({ credits: 10 });
  const { id } = await createAgent(poor, 'WaitEngine');
  const jobId = await startJob(poor, id, { cost: 0.25, inputs: { cost: 0.25 }, max_cost: 2 });
  const { waiting } = await untilJob(poor, jobId, (job) => job.waiting !== null);
  const [account] = await harness.database.system.query<{ held: number; balance: number }>(
    'select held, balance from credit_accounts where org_id = $1',
    [poor.orgId],
  );
  assert.deepEqual([account!.held, account!.balance], [0.25, 10]);
  await answer(waiting, { answer: 'yes' }, poor.apiKey);
  assert.equal((await untilFinal(poor, jobId)).cost, 0.5);
  const [after] = await harness.database.system.query<{ held: number; balance: number }>(
    'select held, balance from credit_accounts where org_id = $1',
    [poor.orgId],
  );
  assert.deepEqual([after!.held, after!.balance], [0, 9.5]);
  assert.deepEqual(
    (await findBrokenInvariants(harness.database.system)).filter(({ count }) => count > 0),
    [],
  );
});

test('a link shows its wait to anyone who has it, and takes one answer', async () => {
  const member = await org.keyWithRole('member');
  const schema = { type: 'object', properties: { amount: { type: 'number' }, sure: { type: 'boolean' } } };
  const { jobId, wait } = await startWait({ kind: 'question', title: '<b>How much?</b>', answer_schema: schema });
  const makeLink = async (id: string, body: object = {}): Promise<string> => {
    const link = await request(harness.baseUrl, member, 'POST', `/v1/waits/${id}/link/`, body);
    assert.equal(link.status, 201, link.text);
    return new URL(link.body.url).pathname;
  };
  const anyone = (method: string, path: string, body?: unknown) =>
    request(harness.baseUrl, undefined, method, path, body, body instanceof URLSearchParams ? {} : undefined);
  const path = await makeLink(wait.id);
  const page = await anyone('GET', path);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-type')!, /text\/html/);
  assert.match(page.headers.get('content-security-policy')!, /default-src 'none'/);
  assert.match(page.text, /&#60;b&#62;How much\?/);
  assert.match(page.text, /name="field.amount"/);
  const refused = await anyone('POST', path, { answer: { amount: 'much' } });
  assert.deepEqual([refused.status, Object.keys(refused.body)], [400, ['answer']]);
  const form = new URLSearchParams({ 'field.amount': '5', 'field.sure': 'true', comment: 'By phone' });
  const answered = await anyone('POST', path, form);
  assert.deepEqual([answered.status, /Thank you/.test(answered.text)], [200, true], answered.text);
  const [given] = answersOf(await untilFinal(org, jobId));
  assert.deepEqual([given.answer, given.comment], [{ amount: 5, sure: true }, 'By phone']);
  assert.match(given.answered_by, /^link of /);
  for (const again of [await anyone('GET', path), await anyone('POST', path, { answer: { amount: 6 } })])
    assert.deepEqual(
      [again.status, again.body.detail, again.body.code],
      [410, 'This link has been used.', 'errand.waits.link_gone'],
    );
  const told = await org.request('GET', `/v1/organizations/${org.orgId}/audit/?target_id=${wait.id}`);
  assert.deepEqual(pluck(told.body.results, 'action'), ['wait.answered', 'wait.link_created']);
  assert.equal((await anyone('GET', '/v1/wait-links/nonsense/')).status, 404);

  const second = await startWait(approval);
  const links = [await makeLink(second.wait.id), await makeLink(second.wait.id), await makeLink(second.wait.id)];
  await harness.database.system.run(
    `update wait_links set expires_at = now() where token_hash = sha256(convert_to($1, 'UTF8'))`,
    [links[0]!.split('/').at(-2)],
  );
  assert.match((await anyone('GET', links[0]!)).body.detail, /expired/);
  const both = await Promise.all([1, 2].map((n) => anyone('POST', links[n]!, { answer: 'approve' })));
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 410]);
  const third = await startWait(approval);
  const withdrawn = await makeLink(third.wait.id);
  await org.request('POST', `/v1/agents/jobs/${third.jobId}/cancel/`);
  assert.match((await anyone('POST', withdrawn, { answer: 'approve' })).body.detail, /question is closed/);
  const fourth = await startWait(approval);
  const revoked = await makeLink(fourth.wait.id);
  await harness.database.system.run('update api_keys set revoked_at = now() where org_id = $1 and role = $2', [
    org.orgId,
    'member',
  ]);
  assert.equal((await anyone('GET', revoked)).status, 410);
});

test('a webhook subscribed to the event gets the wait and a reminder; any other only the end of the job', async (t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.stop());
  const own = await createAgent(org, 'WaitEngine', { settings: { disable_cache: true } });
  for (const [name, events] of [
    ['waits', ['waiting']],
    ['ends', ['triggered']],
  ] as const) {
    const webhook = await org.expect(201, 'POST', '/webhooks/', { name, url: `${receiver.url}/${name}`, events });
    await org.request('POST', `/webhooks/${webhook.id}/agents/`, { agent_ids: [own.id] });
  }
  const { jobId, wait } = await startWait(
    { ...approval, due_at: soon(600_000) },
    { metadata: { case: 'A-1' } },
    own.id,
  );
  const told = await until(async () => receiver.received[0], 'the event');
  const payload = JSON.parse(told.body);
  assert.deepEqual(
    [
      told.path,
      told.headers['webhook-event'],
      payload.job.id,
      payload.job.status,
      payload.job.metadata,
      payload.wait.id,
    ],
    ['/hook/waits', 'waiting', jobId, 'waiting', { case: 'A-1' }, wait.id],
  );
  await harness.database.system.run('update job_waits set remind_at = now() where id = $1', [wait.id]);
  const reminder = await until(async () => receiver.received[1], 'the reminder');
  assert.deepEqual([JSON.parse(reminder.body).reminder, reminder.path], [true, '/hook/waits']);
  await answer(wait, { answer: 'approve' });
  await untilFinal(org, jobId);
  const end = await until(async () => receiver.received[2], 'the end');
  assert.deepEqual([end.path, JSON.parse(end.body).job.status], ['/hook/ends', 'succeeded']);
  const list = await org.request('GET', `/v1/agents/jobs/${jobId}/webhook/deliveries/`);
  assert.deepEqual(pluck(list.body, 'kind'), ['job', 'waiting', 'waiting']);
});

test('a synchronous run gets the result of its job, or 400 with the job when it still waits', async () => {
  const wait = { request: JSON.stringify(approval) };
  const refused = await org.request('POST', `/v1/agents/run/${agent.id}/`, wait);
  assert.equal(refused.status, 400, refused.text);
  assert.match(refused.body.error, /is waiting for an answer/);
  const { job_id: jobId } = refused.body;
  assert.equal(refused.headers.get('x-agent-job-id'), jobId);
  const { waiting } = await getJob(org, jobId);
  assert.equal((await answer(waiting, { answer: 'approve' })).status, 200);
  assert.equal((await untilFinal(org, jobId)).status_code, 3);
});
