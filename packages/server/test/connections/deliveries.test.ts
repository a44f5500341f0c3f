import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { pruneRows } from '#platform/leased-work/prune.ts';
import { deliveryRows } from '../../src/connections/delivery-rows.ts';
import { s3 } from '../../src/connections/drivers/s3.ts';
import { testEngines } from '../engines.ts';
import { makeFolder, startHarness, stopAtEnd, until } from '../harness.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { startS3 } from '../s3-server.ts';
import { startSystem, systemOf } from './systems.ts';

// Post actions of versions: what is written to a team's systems when a job has ended.

const CANARY = 'canary-5d20ae41';

let status = 200;

const folder = await makeFolder();
stopAtEnd(await startS3(folder, 'results'));
const system = stopAtEnd(await startSystem(({ headers }) => ({ status, body: `you sent ${headers.authorization}` })));
const harness = stopAtEnd(await startHarness({ engines: testEngines, env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } }));
const org = await harness.org();

async function connect(connector_type: string, name: string, config: object, auth_config: object): Promise<string> {
  const made = await org.expect(201, 'POST', '/v1/connections/', { connector_type, name, config, auth_config });
  return made.id;
}
async function agentWith(engine: string, post_actions: object[], config?: Record<string, unknown>) {
  const agent = await createAgent(org, engine, config ? { config } : {});
  await org.expect(201, 'POST', `/v1/agents/${agent.id}/versions/`, { post_actions });
  return agent;
}
const actionsOf = async (jobId: string) => (await org.request('GET', `/v1/agents/jobs/${jobId}/`)).body.post_actions;
const untilDelivered = (jobId: string, count = 1) =>
  until(async () => {
    const actions = await actionsOf(jobId);
    return actions.length === count && actions.every((one: { status: string }) => one.status !== 'pending') && actions;
  }, 'the end of the deliveries');
const bucketConfig = () => ({ bucket: 'results', endpoint: process.env.AWS_ENDPOINT_URL, prefix: 'out/' });
const bucketAuth = { access_key_id: 'S3RVER', secret_access_key: 'S3RVER' };

test('a result goes to a bucket, a chat and an API by templates, and the job shows each of them', async () => {
  const store = await connect('s3', 'Results', bucketConfig(), bucketAuth);
  const chat = await connect('slack', 'Chat', {}, { webhook_url: `${system.url}/hook` });
  const agent = await agentWith(
    'TemplateEngine',
    [
      {
        name: 'Store',
        connection_id: store,
        operation: 'put_object',
        trigger_on: [3],
        param_mappings: {
          path: '${agent.name}/${job.id}.json',
          content: '{"output": ${json:job.output}, "cost": ${job.cost}}',
        },
      },
      {
        name: 'Tell',
        connection_id: chat,
        operation: 'post_message',
        trigger_on: [3, 4],
        param_mappings: { text: 'Done: ${job.output} ${job.metadata.nothing}${unknown} $$5' },
      },
      {
        name: 'Only failures',
        connection_id: chat,
        operation: 'post_message',
        trigger_on: [4],
        param_mappings: { text: 'x' },
      },
    ],
    { template: 'Hello <!channel> $text' },
  );
  const job = await untilFinal(org, await startJob(org, agent.id, { text: 'Ada & Grace' }));
  const actions = await untilDelivered(job.id, 2);
  assert.deepEqual(
    actions.map((one: Record<string, unknown>) => [one.name, one.status, one.attempts]),
    [
      ['Store', 'succeeded', 1],
      ['Tell', 'succeeded', 1],
    ],
    JSON.stringify(actions),
  );
  const path = `Agent of TemplateEngine/${job.id}.json`;
  const object = await s3.files!.read(systemOf(bucketConfig(), bucketAuth), path);
  assert.deepEqual(JSON.parse(await text(object!.stream)), { output: 'Hello <!channel> Ada & Grace', cost: 0 });
  const said = JSON.parse(system.seen.at(-1)!.body).text;
  assert.equal(said, 'Done: Hello &lt;!channel&gt; Ada &amp; Grace ${unknown} $5');
});

test('a system that is down is asked again with the same key; one that refuses is not, and no secret is told', async () => {
  const api = await connect('custom_api', 'API', { base_url: system.url }, { type: 'bearer', token: CANARY });
  const action = (path: string) => ({
    name: path,
    connection_id: api,
    operation: 'request',
    trigger_on: [3],
    param_mappings: { path, body: '${json:job}' },
  });
  const agent = await agentWith('TemplateEngine', [action('/events')], { template: 'x' });
  status = 503;
  const jobId = await startJob(org, agent.id, { text: 'a' });
  await untilFinal(org, jobId);
  const waiting = await until(
    async () => (await actionsOf(jobId)).find((one: any) => one.message !== null),
    'the first attempt',
  );
  assert.deepEqual([waiting.status, waiting.attempts], ['pending', 1]);
  assert.ok(waiting.next_attempt_at);
  status = 200;
  // As after a process that died: the lease is over.
  await harness.database.system.run('update post_action_deliveries set next_attempt_at = now() where status = $1', [
    'pending',
  ]);
  const [done] = await untilDelivered(jobId);
  assert.deepEqual([done.status, done.attempts], ['succeeded', 2]);
  const keys = system.seen.filter(({ url }) => url === '/events').map(({ headers }) => headers['idempotency-key']);
  assert.deepEqual(keys, [done.id, done.id]);
  assert.equal(JSON.parse(system.seen.at(-1)!.body).id, jobId);
  status = 422;
  const refused = await startJob(org, agent.id, { text: 'again' }, { 'x-skip-cache': 'true' });
  const [failed] = await untilDelivered(refused);
  status = 200;
  assert.deepEqual([failed.status, failed.attempts], ['failed', 1]);
  assert.match(failed.message, /status 422/);
  const rows = await harness.database.system.query<{ text: string }>(
    'select d::text as text from post_action_deliveries d',
  );
  for (const { text: row } of rows) assert.ok(!row.includes(CANARY));
});

test('failures and results from the cache have actions of their own', async () => {
  const api = await connect('custom_api', 'Other API', { base_url: `${system.url}/other` }, {});
  const action = (name: string, statuses: number[]) => ({
    name,
    connection_id: api,
    operation: 'request',
    trigger_on: statuses,
    param_mappings: { path: `/${name}`, body: '${job.error_message}' },
  });
  const failing = await agentWith('FailEngine', [action('failed', [4]), action('succeeded', [3])]);
  const [told] = await untilDelivered(await startJob(org, failing.id));
  assert.equal(told.name, 'failed');
  const cached = await agentWith('TemplateEngine', [action('cached', [6])], { template: 'same' });
  const first = await untilFinal(org, await startJob(org, cached.id, { text: 'a' }));
  assert.deepEqual(first.post_actions, []);
  const second = await untilFinal(org, await startJob(org, cached.id, { text: 'a' }));
  assert.equal(second.status_code, 6);
  assert.equal((await untilDelivered(second.id))[0].name, 'cached');
});

test('an action blocks the deletion of its connection, and another organization sees nothing of it', async () => {
  const api = await connect('custom_api', 'Kept', { base_url: `${system.url}/kept` }, {});
  const agent = await agentWith('TemplateEngine', [
    { name: 'a', connection_id: api, operation: 'request', trigger_on: [3], param_mappings: { path: '/' } },
  ]);
  assert.equal((await org.request('DELETE', `/v1/connections/${api}/`)).status, 409);
  const other = await harness.org({ name: 'Other' });
  const foreign = await createAgent(other, 'TemplateEngine');
  const refused = await other.request('POST', `/v1/agents/${foreign.id}/versions/`, {
    post_actions: [
      { name: 'a', connection_id: api, operation: 'request', trigger_on: [3], param_mappings: { path: '/' } },
    ],
  });
  assert.deepEqual([refused.status, Object.keys(refused.body)], [400, ['post_actions']]);
  await org.request('POST', `/v1/agents/${agent.id}/versions/`, { post_actions: [] });
  assert.equal(
    (await org.request('DELETE', `/v1/connections/${api}/`)).status,
    409,
    'older versions can be made current again',
  );
});

test('one that was given up is carried out again by hand, with its id and all retries, and the audit log says by whom', async () => {
  const api = await connect('custom_api', 'Again', { base_url: `${system.url}/again` }, {});
  const agent = await agentWith(
    'TemplateEngine',
    [{ name: 'Tell', connection_id: api, operation: 'request', trigger_on: [3], param_mappings: { path: '/a' } }],
    { template: 'again' },
  );
  status = 422;
  const jobId = await startJob(org, agent.id, { text: 'a' });
  const [failed] = await untilDelivered(jobId);
  assert.equal(failed.status, 'failed');
  // As after all retries.
  await harness.database.system.run('update post_action_deliveries set attempts = 9 where id = $1', [failed.id]);
  status = 503;
  const path = `/v1/agents/jobs/${jobId}/post-actions/${failed.id}/resend/`;
  const resent = await org.request('POST', path);
  assert.deepEqual([resent.status, resent.body.status, resent.body.id], [202, 'pending', failed.id], resent.text);
  const waiting = await until(
    async () => (await actionsOf(jobId)).find((one: any) => one.attempts === 10 && /503/.test(one.message)),
    'the attempt',
  );
  assert.equal(waiting.status, 'pending', 'it is tried again, as at first');
  status = 200;
  assert.equal((await org.request('POST', path)).status, 202, 'one that waits is due at once');
  const [done] = await untilDelivered(jobId);
  assert.deepEqual([done.status, done.attempts], ['succeeded', 11]);
  const keys = system.seen.filter(({ url }) => url === '/again/a').map(({ headers }) => headers['idempotency-key']);
  assert.deepEqual(new Set(keys), new Set([failed.id]));
  const audit = await harness.database.system.query<{ target_id: string; detail: Record<string, unknown> }>(
    "select target_id, detail from audit_log where org_id = $1 and action = 'job.post_action_resent'",
    [org.orgId],
  );
  assert.deepEqual(
    audit.map(({ target_id, detail }) => [target_id, detail.post_action_id]),
    Array(2).fill([jobId, failed.id]),
  );
});

test('a job whose data was deleted sends nothing more: neither what is pending nor again by hand', async () => {
  const api = await connect('custom_api', 'Deleted data', { base_url: `${system.url}/deleted` }, {});
  const mapped = { operation: 'request', trigger_on: [3], param_mappings: { method: 'POST', path: '/x' } };
  const agent = await agentWith('TemplateEngine', [{ name: 'File', connection_id: api, ...mapped }], { template: 'x' });
  status = 503;
  const jobId = await startJob(org, agent.id, { text: 'private words' });
  await untilFinal(org, jobId);
  const [pending] = await until(async () => {
    const actions = await actionsOf(jobId);
    return actions[0]?.attempts > 0 && actions;
  }, 'an attempt that failed');
  assert.equal(pending.status, 'pending');
  assert.equal((await org.request('POST', `/v1/agents/jobs/${jobId}/delete-data/`)).status, 200);
  status = 200;
  const [ended] = await actionsOf(jobId);
  assert.deepEqual([ended.status, ended.message], ['failed', 'The data of the job was deleted.']);
  const again = await org.request('POST', `/v1/agents/jobs/${jobId}/post-actions/${ended.id}/resend/`);
  assert.deepEqual([again.status, again.body.error], [409, 'The data of the job was deleted.']);
});

test('what is still to be written is a use of its connection, and uses tell tools from post actions', async () => {
  const api = await connect('custom_api', 'Waiting', { base_url: `${system.url}/waiting` }, {});
  const agent = await agentWith(
    'TemplateEngine',
    [{ name: 'Late', connection_id: api, operation: 'request', trigger_on: [3], param_mappings: { path: '/' } }],
    { template: 'late' },
  );
  const usesOf = async () => (await org.request('GET', `/v1/connections/${api}/uses/`)).body.uses;
  assert.match((await usesOf())[0].detail, /^post actions of the version /);
  status = 503;
  const jobId = await startJob(org, agent.id, { text: 'a' });
  const [late] = await until(
    async () => (await actionsOf(jobId)).filter((one: any) => one.message !== null).length > 0 && actionsOf(jobId),
    'the first attempt',
  );
  assert.equal((await org.request('DELETE', `/v1/agents/${agent.id}/`)).status, 204);
  const [use, ...others] = await usesOf();
  assert.deepEqual([others, use.kind, use.id, use.name], [[], 'delivery', late.id, 'Late']);
  assert.equal((await org.request('GET', `/v1/connections/${api}/`)).body.use_count, 1);
  assert.equal((await org.request('DELETE', `/v1/connections/${api}/`)).status, 409);
  status = 200;
  await harness.database.system.run('update post_action_deliveries set next_attempt_at = now() where id = $1', [
    late.id,
  ]);
  await until(async () => (await usesOf()).length === 0, 'the delivery');
  assert.equal((await org.request('DELETE', `/v1/connections/${api}/`)).status, 204);
});

test('the history of post actions goes after 30 days in batches; what is pending and what is younger stays', async () => {
  const { database } = harness;
  const prune = (now: number, chunk?: number) => pruneRows(database.queue, deliveryRows, { days: 30 }, { now, chunk });
  const stay = async () =>
    (await database.system.query<{ id: string }>('select id from post_action_deliveries')).map(({ id }) => id);
  assert.equal(await prune(Date.now()), 0);
  const before = await stay();
  assert.ok(before.length > 3);
  const [kept] = before;
  await database.system.run(
    "update post_action_deliveries set status = 'pending', finished_at = null, next_attempt_at = now() + interval '1 day' where id = $1",
    [kept],
  );
  assert.equal(await prune(Date.now() + 31 * 86_400_000, 2), before.length - 1);
  assert.deepEqual(await stay(), [kept]);
});

test('people are told by a connection when a job waits for them, before that is due, and of a review that is overdue', async () => {
  const chat = await connect('slack', 'Inbox', {}, { webhook_url: `${system.url}/inbox` });
  const action = (event: string, template: string) => ({
    name: event,
    connection_id: chat,
    operation: 'post_message',
    trigger_on: [event],
    param_mappings: { text: template },
  });
  const agent = await agentWith('WaitEngine', [
    action('waiting', '${agent.name}: ${wait.title} ${wait.id} for ${assignees.emails} ${reminder}'),
    action('review_due', 'Overdue: ${review.reason} of ${job.id} for ${assignees.emails}'),
  ]);
  const plan = { sample_rate: 1, always_when: [], second_review_rate: 0, due_hours: 0.00001 };
  assert.equal((await org.request('PUT', `/v1/agents/${agent.id}/review-plan/`, plan)).status, 200);
  const due_at = new Date(Date.now() + 600_000).toISOString();
  const question = { kind: 'approval', title: 'Refund <all>?', options: ['yes', 'no'], due_at };
  const jobId = await startJob(org, agent.id, { request: JSON.stringify(question) });
  const said = (): string[] =>
    system.seen.filter(({ url }) => url === '/inbox').map(({ body }) => JSON.parse(body).text as string);
  await until(async () => said().length === 1, 'the message of the wait');
  const { waiting } = (await org.request('GET', `/v1/agents/jobs/${jobId}/`)).body;
  const members = (await org.request('GET', `/v1/organizations/${org.orgId}/members/`)).body.results;
  const emails = members.map(({ email }: { email: string }) => email).join(', ');
  assert.ok(emails.includes('@'), JSON.stringify(members));
  const first = `Agent of WaitEngine: Refund &lt;all&gt;? ${waiting.id} for ${emails} `;
  assert.equal(said()[0], `${first}false`);
  await harness.database.system.run('update job_waits set remind_at = now() where id = $1', [waiting.id]);
  await until(async () => said().length === 2, 'the reminder');
  assert.equal(said()[1], `${first}true`);
  assert.equal((await org.request('POST', `/v1/waits/${waiting.id}/answer/`, { answer: 'yes' })).status, 200);
  await untilFinal(org, jobId);
  await until(async () => said().length === 3, 'the message of the review', 60_000);
  assert.equal(said()[2], `Overdue: sample of ${jobId} for ${emails}`);
  const actions = await untilDelivered(jobId, 3);
  assert.deepEqual(
    actions.map((one: any) => [one.name, one.status]),
    [
      ['waiting', 'succeeded'],
      ['waiting', 'succeeded'],
      ['review_due', 'succeeded'],
    ],
  );
  await org.request('POST', `/v1/agents/jobs/${jobId}/delete-data/`);
  const [left] = await harness.database.system.query<{ count: number }>(
    'select count(*)::int as count from post_action_deliveries where job_id = $1 and payload is not null',
    [jobId],
  );
  assert.equal(left!.count, 0, 'what was told goes with the data of the job');
});
