import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { insertApiKey } from '#orgs/api-keys.ts';
import { testEngines } from '../../test/engines.ts';
import { type Answer, pluck, request, startHarness, stopAtEnd, type TestOrg, until } from '../../test/harness.ts';
import { createPolicy, createPolicyEngine } from '../../test/policies/fixtures.ts';
import { createAgent, getJob, startJob, type TestAgent, untilFinal } from '../../test/runs.ts';
import { startReceiver } from '../../test/webhooks/receiver.ts';

const harness = stopAtEnd(
  await startHarness({
    engines: [createPolicyEngine(), ...testEngines],
    env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' },
  }),
);
const org = await harness.org();

type Person = { email: string; userId: number; request(method: string, path: string, body?: unknown): Promise<Answer> };
let people = 0;

/** A member with a key of their own. */
async function person(role = 'member'): Promise<Person> {
  people += 1;
  const email = `reviewer-${people}@example.com`;
  const added = await org.expect(201, 'POST', `/v1/organizations/${org.orgId}/members/`, { email, role });
  const { apiKey } = await insertKey(added.user_id, role);
  return {
    email,
    userId: added.user_id,
    request: (method, path, body) => request(harness.baseUrl, apiKey, method, path, body),
  };
}

async function insertKey(userId: number, role: string, personal = true): Promise<{ apiKey: string }> {
  const key = { orgId: org.orgId, userId, role: role as 'member', name: 'own', personal };
  return insertApiKey(harness.database.system, key);
}

/** An agent with a plan of its own. Its verdict is `rejected` for the text `bad`, else `approved`. */
async function planned(plan: Record<string, unknown>): Promise<TestAgent> {
  const { id } = await createPolicy(org);
  const agent = await createAgent(org, 'PolicyEngine', {
    config: { policy_version_id: id },
    settings: { disable_cache: true },
  });
  await org.expect(200, 'PUT', `/v1/agents/${agent.id}/review-plan/`, plan);
  return agent;
}

async function finish(agent: TestAgent, text = 'fine'): Promise<string> {
  const id = await startJob(org, agent.id, { text });
  await untilFinal(org, id);
  return id;
}

const listOf = async (query: string): Promise<any[]> =>
  (await org.request('GET', `/v1/reviews/?${query}`)).body.results;
const untilTasks = (agent: TestAgent, count: number): Promise<any[]> =>
  until(async () => {
    const tasks = await listOf(`agent_id=${agent.id}&page_size=100`);
    return tasks.length >= count && tasks;
  }, `${count} reviews`);

type Opened = { agent: TestAgent; jobId: string; task: any };
const pool: Opened[] = [];

/** Draws jobs together, so that the wait before a draw happens only once. */
async function fillPool(): Promise<void> {
  const begun = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const agent = await planned({ sample_rate: 1 });
      return { agent, jobId: await finish(agent) };
    }),
  );
  for (const one of begun) pool.push({ ...one, task: (await untilTasks(one.agent, 1))[0] });
}

/** The open task of the only job of an agent. */
async function openTask(plan?: Record<string, unknown>): Promise<Opened> {
  const opened = pool.pop()!;
  if (plan) await org.request('PUT', `/v1/agents/${opened.agent.id}/review-plan/`, plan);
  return opened;
}

const stateOf = async (jobId: string): Promise<string> => (await getJob(org, jobId)).review_state;

await fillPool();

describe('the plan of an agent', () => {
  test('is nothing at first, is replaced whole, and is refused with the fields that are wrong', async () => {
    const agent = await createAgent(org, 'EchoEngine');
    const path = `/v1/agents/${agent.id}/review-plan/`;
    const none = { sample_rate: 0, always_when: [], min_confidence: null, second_review_rate: 0, due_hours: null };
    assert.deepEqual((await org.request('GET', path)).body, none);
    const plan = {
      sample_rate: 0.05,
      always_when: ['needs_review', 'verdict:rejected'],
      min_confidence: 0.7,
      second_review_rate: 0.1,
      due_hours: 0.5,
    };
    assert.deepEqual((await org.request('PUT', path, plan)).body, plan);
    assert.deepEqual((await org.request('GET', path)).body, plan);
    for (const [wrong, field] of [
      [{ sample_rate: 1.1 }, 'sample_rate'],
      [{ always_when: ['sometimes'] }, 'always_when'],
      [{ always_when: ['verdict:'] }, 'always_when'],
      [{ due_hours: 0 }, 'due_hours'],
      [{ min_confidence: '1' }, 'min_confidence'],
    ] as const) {
      const refused = await org.request('PUT', path, wrong);
      assert.deepEqual([refused.status, Object.keys(refused.body)[0]?.split('.')[0]], [400, field], refused.text);
    }
    assert.deepEqual((await org.request('PUT', path, { sample_rate: 0 })).body, none);
  });

  test('is made stronger by members and weaker by admins only', async () => {
    const { request: asMember } = await person();
    const agent = await createAgent(org, 'EchoEngine');
    const path = `/v1/agents/${agent.id}/review-plan/`;
    assert.equal((await asMember('PUT', path, { sample_rate: 0.1, due_hours: 8 })).status, 200);
    assert.equal((await asMember('PUT', path, { sample_rate: 0.5, due_hours: 4 })).status, 200);
    assert.equal((await asMember('PUT', path, { sample_rate: 0.4, due_hours: 4 })).status, 403);
    assert.equal((await asMember('PUT', path, { sample_rate: 0.5 })).status, 403);
    assert.equal((await org.request('PUT', path, {})).status, 200);
  });
});

describe('jobs that end', () => {
  test('are drawn by the conditions of the plan, then by chance; each once; others are left alone', async () => {
    const [always, never, byVerdict] = [
      await planned({ sample_rate: 1, due_hours: 1 }),
      await createAgent(org, 'EchoEngine'),
      await planned({ always_when: ['failure', 'verdict:rejected'] }),
    ];
    const jobs = [await finish(always), await finish(always)];
    await untilFinal(org, await startJob(org, never.id, { text: 'x' }));
    await finish(byVerdict);
    const bad = await finish(byVerdict, 'bad');
    const drawn = await untilTasks(always, 2);
    const [rejected] = await untilTasks(byVerdict, 1);
    assert.deepEqual([rejected.job_id, rejected.reason, rejected.due_at], [bad, 'verdict:rejected', null]);
    assert.deepEqual(drawn.map((task) => task.job_id).sort(), jobs.sort());
    for (const task of drawn) {
      assert.deepEqual(
        [task.reason, task.state, task.round, task.decision, task.reserved_by, task.agent_version_id],
        ['sample', 'open', 1, null, null, always.versionId],
      );
      assert.ok(Date.parse(task.due_at) > Date.now());
    }
    // A later pass does not draw the same jobs again.
    await finish(always);
    assert.equal((await untilTasks(always, 3)).length, 3);
    assert.deepEqual(await listOf(`agent_id=${never.id}`), []);
    assert.equal((await listOf(`agent_id=${byVerdict.id}`)).length, 1);
  });

  test('a failure is reviewed if the plan says so, and never by chance', async () => {
    const failing = await createAgent(org, 'FailEngine', { settings: { disable_cache: true } });
    await org.request('PUT', `/v1/agents/${failing.id}/review-plan/`, { sample_rate: 1, always_when: ['failure'] });
    const id = await startJob(org, failing.id, {});
    await untilFinal(org, id);
    const [task] = await untilTasks(failing, 1);
    assert.deepEqual([task.job_id, task.reason], [id, 'failure']);
  });
});

describe('a review', () => {
  test('is taken by one person at a time: next reserves, another gets another or 204, and 409 for the same', async () => {
    const agent = await planned({ sample_rate: 1 });
    await finish(agent);
    await finish(agent);
    await untilTasks(agent, 2);
    const [ann, ben, eve] = [await person(), await person(), await person()];
    const next = (who: Person, more = {}) => who.request('POST', '/v1/reviews/next/', { agent_id: agent.id, ...more });
    const [first, second] = await Promise.all([next(ann), next(ben)]);
    assert.deepEqual([first.status, second.status], [200, 200]);
    assert.notEqual(first.body.id, second.body.id);
    assert.deepEqual([first.body.state, first.body.reserved_by], ['reserved', ann.email]);
    assert.ok(Date.parse(first.body.reserved_until) > Date.now() + 600_000);
    assert.deepEqual([(await next(eve)).status, (await next(eve)).text], [204, '']);
    assert.equal((await next(ann)).body.id, first.body.id);
    assert.equal((await next(ann, { except: [first.body.id] })).status, 204);
    const path = `/v1/reviews/${first.body.id}`;
    for (const step of ['reserve', 'release', 'decide']) {
      const refused = await eve.request('POST', `${path}/${step}/`, { agrees: true });
      assert.deepEqual([refused.status, typeof refused.body.error], [409, 'string'], `${step}: ${refused.text}`);
    }
    assert.deepEqual((await listOf(`agent_id=${agent.id}&state=open`)).length, 0);
    assert.equal((await ann.request('POST', `${path}/release/`)).body.state, 'open');
    assert.equal((await eve.request('POST', `${path}/reserve/`)).body.reserved_by, eve.email);
    const mine = await eve.request('GET', `/v1/reviews/?agent_id=${agent.id}&mine=true`);
    assert.deepEqual(pluck(mine.body.results, 'id'), [first.body.id]);
  });

  test('goes to somebody else when its holder lost the role or the reservation expired', async () => {
    const { task } = await openTask();
    const [ann, ben] = [await person(), await person()];
    const reserve = (who: Person) => who.request('POST', `/v1/reviews/${task.id}/reserve/`);
    // Uses a session, so that the membership counts and not a key.
    await harness.database.system.run(
      `update review_tasks set reserved_by = $2::json, reserved_user = $3, reserved_at = now(),
         reserved_until = now() + interval '10 minutes' where id = $1`,
      [task.id, JSON.stringify({ userId: ann.userId, keyId: null, name: ann.email }), ann.userId],
    );
    assert.equal((await reserve(ben)).status, 409);
    await org.request('PATCH', `/v1/organizations/${org.orgId}/members/${ann.userId}/`, { role: 'viewer' });
    assert.equal((await reserve(ben)).body.reserved_by, ben.email);
    await harness.database.system.run(
      `update review_tasks set reserved_until = now() - interval '1 second' where id = $1`,
      [task.id],
    );
    assert.equal((await org.request('POST', `/v1/reviews/${task.id}/reserve/`)).status, 200);
    assert.equal((await ben.request('POST', `/v1/reviews/${task.id}/decide/`, { agrees: true })).status, 409);
    const viewer = await person('viewer');
    assert.equal((await viewer.request('POST', `/v1/reviews/${task.id}/reserve/`)).status, 403);
  });

  test('is decided once, with corrections that fit; the job, its lists and its feedback say the same', async () => {
    const { jobId, task } = await openTask();
    const ann = await person();
    const path = `/v1/reviews/${task.id}`;
    const decide = (body: object) => ann.request('POST', `${path}/decide/`, body);
    const [shown] = await listOf(`job_id=${jobId}`);
    assert.equal(shown.about, 'fine');
    assert.match(shown.summary, /version_id: /);
    await ann.request('POST', `${path}/reserve/`);
    for (const [wrong, field] of [
      [{}, 'agrees'],
      [{ agrees: false }, 'corrected_verdict'],
      [{ agrees: false, corrected_verdict: 'invented' }, 'corrected_verdict'],
      [{ agrees: false, corrected_verdict: 'rejected', corrected_outputs: { '/no/such': 1 } }, 'corrected_outputs'],
    ] as const) {
      const refused = await decide(wrong);
      assert.deepEqual([refused.status, Object.keys(refused.body)], [400, [field]], refused.text);
    }
    assert.equal(await stateOf(jobId), 'unreviewed');
    const correction = { corrected_verdict: 'rejected', corrected_outputs: { '/version_id': 'x' } };
    const both = await Promise.all(
      [1, 2].map(() => decide({ agrees: false, ...correction, comment: 'No.', seconds_spent: 12 })),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    const { body } = await ann.request('GET', `${path}/`);
    const { at, ...decision } = body.decision;
    assert.deepEqual(decision, { agrees: false, ...correction, comment: 'No.', seconds_spent: 12, by: ann.email });
    assert.deepEqual([body.state, body.reserved_by, Date.parse(at) > 0], ['done', null, true]);
    assert.equal(await stateOf(jobId), 'disagreed');
    const feedback = await org.request('GET', `/v1/agents/jobs/${jobId}/feedback/`);
    assert.deepEqual(
      [feedback.body.review_status, feedback.body.corrected_verdict, feedback.body.reviewed_by],
      ['rejected', 'rejected', ann.email],
    );
    const [bulk] = (await org.request('POST', '/v1/agents/jobs/results/', { job_ids: [jobId] })).body;
    assert.equal(JSON.parse(bulk.corrected_outputs[0].value).version_id, 'x');
    assert.equal((await decide({ agrees: true })).status, 409);
  });

  test('given as feedback decides the open task; without one it becomes a new task', async () => {
    const { agent, jobId, task } = await openTask();
    const give = (who: Pick<TestOrg, 'request'> | Person, body: object) =>
      who.request('POST', `/v1/agents/jobs/${jobId}/feedback/`, body);
    const ann = await person();
    await ann.request('POST', `/v1/reviews/${task.id}/reserve/`);
    assert.equal((await give(org, { matches_ground_truth: true })).status, 409);
    assert.equal((await give(ann, { matches_ground_truth: true })).body.review_status, 'approved');
    const [done] = await listOf(`agent_id=${agent.id}`);
    assert.deepEqual([done.id, done.state, done.decision.agrees, done.decision.by], [task.id, 'done', true, ann.email]);
    // A new decision of the same person replaces the record; another person adds one.
    await give(ann, { matches_ground_truth: false, corrected_verdict: 'rejected' });
    assert.deepEqual(
      (await listOf(`agent_id=${agent.id}`)).map(({ decision }) => decision.agrees),
      [false],
    );
    await give(org, { matches_ground_truth: true });
    assert.deepEqual(
      (await listOf(`agent_id=${agent.id}`)).map(({ reason, decision }) => [reason, decision.agrees]),
      [
        ['feedback', true],
        ['sample', false],
      ],
    );
    assert.equal(await stateOf(jobId), 'disputed');
  });

  test('by a second person is blind: nothing shows the first answer until both are there', async () => {
    const { jobId, task } = await openTask({ sample_rate: 1, second_review_rate: 1, due_hours: 2 });
    const [ann, ben] = [await person(), await person('admin')];
    const decided = await ann.request('POST', `/v1/reviews/${task.id}/decide/`, {
      agrees: false,
      corrected_verdict: 'rejected',
    });
    assert.equal(decided.body.decision.corrected_verdict, 'rejected');
    assert.equal(await stateOf(jobId), 'unreviewed');
    assert.equal((await ben.request('GET', `/v1/agents/jobs/${jobId}/feedback/`)).status, 404);
    assert.equal((await ben.request('GET', `/v1/reviews/${task.id}/`)).body.decision, null);
    const audit = await ben.request('GET', `/v1/organizations/${org.orgId}/audit/?target_id=${task.id}`);
    assert.ok(audit.body.results.length > 0 && !audit.text.includes('rejected'), audit.text);
    const [second] = await listOf(`job_id=${jobId}&state=open`);
    assert.deepEqual([second.round, second.reason], [2, 'sample']);
    // The first reviewer cannot do the second review in any way; a new decision changes the first one.
    for (const step of ['reserve', 'decide'])
      assert.equal((await ann.request('POST', `/v1/reviews/${second.id}/${step}/`, { agrees: true })).status, 403);
    assert.equal((await ann.request('POST', '/v1/reviews/next/', { agent_id: task.agent_id })).status, 204);
    // A key of the organization is nobody in particular, whoever made it.
    const { apiKey } = await insertKey(ben.userId, 'admin', false);
    const byKey = (path: string, body: object) =>
      request(harness.baseUrl, apiKey, 'POST', `/v1/reviews/${path}/`, body);
    assert.equal((await byKey(`${second.id}/decide`, { agrees: true })).status, 403);
    assert.equal((await byKey('next', { agent_id: task.agent_id })).status, 204);
    const blind = (await ben.request('GET', `/v1/reviews/stats/?agent_id=${task.agent_id}`)).body;
    assert.deepEqual(blind.by_reviewer[ann.email], {
      ...{ done: 1, agreement: null, override_rate: null, median_seconds: null, hurried: 0 },
    });
    const pending = await ann.request('POST', `/v1/agents/jobs/${jobId}/feedback/`, {
      matches_ground_truth: false,
      corrected_verdict: 'rejected',
      human_feedback: 'Still.',
    });
    assert.deepEqual([pending.status, pending.body.review_status], [200, 'pending'], pending.text);
    assert.equal(await stateOf(jobId), 'unreviewed');
    assert.equal((await ben.request('POST', '/v1/reviews/next/', { agent_id: task.agent_id })).body.id, second.id);
    await ben.request('POST', `/v1/reviews/${second.id}/decide/`, { agrees: true });
    assert.equal(await stateOf(jobId), 'disputed');
    const first = await ben.request('GET', `/v1/reviews/${task.id}/`);
    assert.deepEqual([first.body.decision.agrees, first.body.decision.comment], [false, 'Still.']);
    const stats = await ben.request('GET', `/v1/reviews/stats/?agent_id=${task.agent_id}`);
    assert.deepEqual(stats.body.second, { compared: 1, agreement: 0 });
    const { kappa, kappa_by_field: fields, kappa_by_pair: pairs } = stats.body;
    assert.deepEqual([kappa.value, kappa.n, fields.verdict.n], [0, 1, 1]);
    assert.deepEqual(pairs, [{ reviewers: [ann.email, ben.email], kappa }]);
  });

  test('that is skipped says why, goes to others and not to the same person again, and is not forgotten', async () => {
    const { agent, task } = await openTask();
    const [ann, ben] = [await person(), await person()];
    const next = (who: Person) => who.request('POST', '/v1/reviews/next/', { agent_id: agent.id });
    const skip = (who: Person, body: object) => who.request('POST', `/v1/reviews/${task.id}/skip/`, body);
    assert.equal((await next(ann)).body.id, task.id);
    for (const wrong of [{}, { reason: '' }, { reason: ' ' }, { reason: 7 }, { reason: 'x'.repeat(2_001) }]) {
      const refused = await skip(ann, wrong);
      assert.deepEqual([refused.status, Object.keys(refused.body)], [400, ['reason']], refused.text);
    }
    assert.equal((await skip(ben, { reason: 'Not mine.' })).status, 409, 'another person holds it');
    const skipped = (await skip(ann, { reason: 'I know the vendor.' })).body;
    assert.deepEqual([skipped.state, skipped.reserved_by, skipped.decision], ['open', null, null]);
    const [{ at, ...said }] = skipped.skips;
    assert.deepEqual([said, Date.parse(at) > 0], [{ reason: 'I know the vendor.', by: ann.email }, true]);
    assert.equal((await next(ann)).status, 204);
    assert.deepEqual(pluck(await listOf(`agent_id=${agent.id}&skipped=true`), 'id'), [task.id]);
    assert.deepEqual(await listOf(`agent_id=${agent.id}&skipped=false`), []);
    const taken = await next(ben);
    assert.deepEqual([taken.body.id, taken.body.skips.length], [task.id, 1]);
    await ben.request('POST', `/v1/reviews/${task.id}/release/`);
    // The reviewer who skipped it may still take it.
    assert.equal((await ann.request('POST', `/v1/reviews/${task.id}/reserve/`)).body.reserved_by, ann.email);
    await ann.request('POST', `/v1/reviews/${task.id}/decide/`, { agrees: true });
    assert.equal((await skip(ben, { reason: 'Late.' })).status, 409, 'it is done');
    const audit = await org.request('GET', `/v1/organizations/${org.orgId}/audit/?target_id=${task.id}`);
    assert.ok(
      audit.body.results.some(({ action }: any) => action === 'review.skipped') && !audit.text.includes('vendor'),
    );
  });

  test('of two people stands side by side once both are there, with what each holds for right', async () => {
    const { jobId, task } = await openTask({ sample_rate: 1, second_review_rate: 1 });
    const [ann, ben] = [await person(), await person()];
    const compare = async (who: Person, id = task.id) =>
      (await who.request('GET', `/v1/reviews/${id}/comparison/`)).body;
    const alone = await compare(ann);
    assert.deepEqual([alone.reviews.length, alone.same, alone.differences], [1, null, []]);
    const corrected_outputs = { '/version_id': 'right' };
    const correction = { agrees: false, corrected_verdict: 'rejected', corrected_outputs };
    await ann.request('POST', `/v1/reviews/${task.id}/decide/`, correction);
    const [second] = await listOf(`job_id=${jobId}&state=open`);
    const blind = await compare(ben, second.id);
    assert.deepEqual([blind.same, blind.differences, blind.reviews[0].decision], [null, [], null]);
    assert.equal((await compare(ann)).same, null, 'the second answer is still to come');
    await ben.request('POST', `/v1/reviews/${second.id}/decide/`, { agrees: true, comment: 'Fine.' });
    const both = await compare(ben);
    assert.deepEqual(both, await compare(ann, second.id).then((one) => ({ ...one, reviews: both.reviews })));
    assert.deepEqual(
      [both.job_id, both.verdict, both.same, both.reviews.map(({ decision }: any) => decision.by)],
      [jobId, 'approved', false, [ann.email, ben.email]],
    );
    const { version_id: given } = JSON.parse((await getJob(org, jobId)).outputs[0].value);
    assert.deepEqual(both.differences, [
      { field: 'agrees', output: null, first: false, second: true },
      { field: 'verdict', output: 'approved', first: 'rejected', second: 'approved' },
      { field: '/version_id', output: given, first: 'right', second: given },
    ]);
    const disputed = await listOf(`job_id=${jobId}&disagreed=true`);
    assert.deepEqual(pluck(disputed, 'id', 'verdict'), [[second.id, 'approved']]);
    assert.deepEqual(pluck(await listOf(`job_id=${jobId}&disagreed=false`), 'id'), [task.id]);
  });

  test('that is overdue is listed, counted, and reported once by webhook', async () => {
    const receiver = await startReceiver();
    try {
      const agent = await planned({ sample_rate: 1, due_hours: 0.0001 });
      await org.request('POST', '/webhooks/', {
        name: 'late',
        url: receiver.url,
        events: ['review_due'],
        agent_ids: [agent.id],
      });
      const jobId = await finish(agent);
      await until(async () => receiver.received.length > 0, 'the delivery');
      const told = JSON.parse(receiver.received[0]!.body);
      assert.equal(receiver.received[0]!.headers['webhook-event'], 'review_due');
      assert.deepEqual(
        [told.job.id, told.job.status, told.review.job_id, told.review.state, told.agent.id],
        [jobId, 'succeeded', jobId, 'open', agent.id],
      );
      const overdue = await listOf(`agent_id=${agent.id}&overdue=true`);
      assert.deepEqual(pluck(overdue, 'id'), [told.review.id]);
      const stats = await org.request('GET', `/v1/reviews/stats/?agent_id=${agent.id}`);
      assert.deepEqual([stats.body.open, stats.body.overdue, stats.body.done], [1, 1, 0]);
      const rows = await harness.database.system.query(
        `select 1 from webhook_deliveries where agent_id = $1 and kind = 'review_due'`,
        [agent.id],
      );
      assert.equal(rows.length, 1);
    } finally {
      await receiver.stop();
    }
  });

  test('goes with the data of its job and with its agent; what was decided stays without its words', async () => {
    const { agent, jobId } = await openTask();
    await org.request('POST', `/v1/agents/jobs/${jobId}/delete-data/`);
    assert.deepEqual(await listOf(`agent_id=${agent.id}`), []);
    const other = await openTask();
    const correction = { agrees: false, corrected_verdict: 'rejected', comment: 'quotes the data' };
    await org.request('POST', `/v1/reviews/${other.task.id}/decide/`, correction);
    await org.request('POST', `/v1/agents/jobs/${other.jobId}/delete-data/`);
    const [kept] = await listOf(`agent_id=${other.agent.id}`);
    assert.deepEqual([kept.decision.corrected_verdict, kept.decision.comment], ['rejected', '']);
    const third = await openTask();
    await org.request('DELETE', `/v1/agents/${third.agent.id}/`);
    assert.deepEqual(await listOf(`agent_id=${third.agent.id}`), []);
  });
});

test('figures show agreement, overrides and fields, and warn of decisions made faster than one can read', async () => {
  const agent = await planned({ sample_rate: 1 });
  const jobs = await Promise.all(Array.from({ length: 6 }, () => finish(agent)));
  const tasks = await untilTasks(agent, jobs.length);
  const [ann, ben] = [await person(), await person()];
  const decide = (who: Person, index: number, body: object) =>
    who.request('POST', `/v1/reviews/${tasks[index].id}/decide/`, body);
  for (let index = 0; index < 5; index += 1)
    await decide(
      ann,
      index,
      index === 0
        ? { agrees: false, corrected_verdict: 'rejected', seconds_spent: 0.5 }
        : { agrees: true, seconds_spent: 0.5 },
    );
  const corrected_outputs = { '/version_id': null };
  await decide(ben, 5, { agrees: false, corrected_verdict: 'rejected', corrected_outputs, seconds_spent: 60 });
  const { body } = await org.request('GET', `/v1/reviews/stats/?agent_id=${agent.id}&from=2020-01-01`);
  const figures = { done: 6, agreement: 4 / 6, override_rate: 2 / 6 };
  assert.deepEqual(
    [body.open, body.done, body.agreement, body.override_rate, body.median_seconds],
    [0, 6, figures.agreement, figures.override_rate, 0.5],
  );
  assert.deepEqual(body.by_version, { [agent.versionId]: figures });
  assert.deepEqual(body.by_field, {
    verdict: { corrected: 2, rate: 2 / 6 },
    '/version_id': { corrected: 1, rate: 1 / 6 },
  });
  assert.deepEqual(
    [body.by_reviewer[ann.email].hurried, body.by_reviewer[ben.email].hurried, body.by_reviewer[ben.email].agreement],
    [5, 0, 0],
  );
  assert.equal(body.warnings.length, 1);
  assert.match(body.warnings[0], new RegExp(`^${ann.email} decided 5 of 5 reviews faster`));
  assert.equal((await org.request('GET', `/v1/reviews/stats/?agent_id=${agent.id}&to=2020-01-01`)).body.done, 0);
  assert.equal((await org.request('GET', '/v1/reviews/stats/?from=yesterday')).status, 400);
});

test('a review of another organization does not exist, and its agents have no plan to see', async () => {
  const { agent, task } = await openTask();
  const other = await harness.org();
  for (const [method, step] of [
    ['GET', ''],
    ['POST', 'reserve/'],
    ['POST', 'release/'],
    ['POST', 'decide/'],
    ['POST', 'skip/'],
    ['GET', 'comparison/'],
  ] as const)
    assert.equal(
      (
        await other.request(
          method,
          `/v1/reviews/${task.id}/${step}`,
          method === 'POST' ? { agrees: true, reason: 'x' } : undefined,
        )
      ).status,
      404,
    );
  assert.equal((await other.request('PUT', `/v1/agents/${agent.id}/review-plan/`, {})).status, 403);
  assert.equal((await other.request('POST', '/v1/reviews/next/', {})).status, 204);
  assert.equal((await other.request('GET', '/v1/reviews/')).body.count, 0);
});
