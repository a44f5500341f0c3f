import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, beforeEach, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { type Answer, pluck, request, startHarness, until } from '../../../test/harness.ts';
import { createAgent, startJob, untilFinal, untilJob, uploadFile } from '../../../test/runs.ts';
import { type Companion, joinService } from '../../../test/services.ts';

// An agent written by somebody else, with somebody else's library for the signatures.

const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const signer = new Webhook(SECRET);
type Received = { body: any; raw: string; headers: Record<string, string> };

let received: Received[];
let answer: (response: ServerResponse, got: Received) => void;

const server = createServer(async (incoming: IncomingMessage, response) => {
  const raw = await text(incoming);
  const got = { raw, body: JSON.parse(raw), headers: incoming.headers as Record<string, string> };
  received.push(got);
  answer(response, got);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/agent`;
const harness = await startHarness({ env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } });
const org = await harness.org();
beforeEach(() => {
  received = [];
});
after(async () => {
  await harness.stop();
  server.closeAllConnections();
  server.close();
});

function signed(body: unknown, id: string, with_ = signer): { raw: string; headers: Record<string, string> } {
  const raw = JSON.stringify(body);
  const at = new Date();
  return {
    raw,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': with_.sign(id, at, raw),
    },
  };
}
const say =
  (body: unknown, with_ = signer) =>
  (response: ServerResponse, got: Received) => {
    const { raw, headers } = signed(body, got.headers['webhook-id']!, with_);
    response.writeHead(200, headers).end(raw);
  };
const outputs = [{ key: 'output', data_type: 'text/plain', value: 'done elsewhere' }];

async function start(config: Record<string, unknown> = {}, body: unknown = { text: 'hello' }, inputs?: any[]) {
  const agent = await createAgent(org, 'HttpEngine', {
    config: { url, secret: SECRET, config: { style: '${text}' }, ...config },
    ...(inputs && { inputs }),
  });
  return startJob(org, agent.id, body);
}

test('a remote agent gets inputs, files and configuration, signed, and its signed answer is the output', async () => {
  answer = say({ outputs, usage: { model: 'their-model', input_tokens: 12, output_tokens: 3, cost: 0.25 } });
  const file = await uploadFile(org, 'content', 'a.txt');
  const inputs = [{ key: 'text' }, { key: 'doc', data_type: 'text/*' }];
  const job = await untilFinal(org, await start({}, { text: 'hello', doc: `file_${file}` }, inputs));
  assert.equal(job.status_code, 3, job.error_message);
  assert.equal(job.outputs[0].value, 'done elsewhere');
  assert.deepEqual([job.input_tokens, job.output_tokens, job.cost], [12, 3, 0.25]);
  assert.equal(job.steps[0].model, 'their-model');
  const [got] = received;
  signer.verify(got!.raw, got!.headers);
  assert.equal(got!.body.protocol, 'errand-engine/1');
  assert.equal(got!.body.job_id, job.id);
  assert.equal(got!.body.inputs.text, 'hello');
  assert.deepEqual(got!.body.config, { style: 'hello' });
  assert.equal(Buffer.from(got!.body.files[0].content, 'base64').toString(), 'content');
  assert.equal(got!.body.files[0].key, 'doc');
  assert.doesNotMatch(got!.raw, /whsec_/);
});

test('a remote agent asks a person: the job waits, and it is called again with the answer', async () => {
  answer = (response, got) => {
    const [given] = got.body.answers ?? [];
    const question = { kind: 'approval', title: 'Refund 5 EUR?', options: ['refund', 'keep'] };
    say(given === undefined ? { wait: question } : { outputs: [{ ...outputs[0], value: given.answer }] })(
      response,
      got,
    );
  };
  const jobId = await start();
  const { waiting } = await untilJob(org, jobId, (job) => job.waiting !== null || job.status_code >= 3);
  assert.deepEqual([waiting?.title, waiting?.options], ['Refund 5 EUR?', ['refund', 'keep']]);
  await org.expect(200, 'POST', `/v1/waits/${waiting.id}/answer/`, {
    answer: 'keep',
    comment: 'Too late.',
  });
  const job = await untilFinal(org, jobId);
  assert.deepEqual([job.status_code, job.outputs[0]?.value, job.attempt], [3, 'keep', 1], job.error_message);
  // Once for the question, once with its answer: nothing before the wait is asked again.
  assert.equal(received.length, 2);
  assert.deepEqual(
    received.map(({ headers }) => headers['webhook-id']),
    [`job_${jobId}`, `job_${jobId}_1`],
  );
  assert.deepEqual(
    [received[1]!.body.answers[0].comment, received[1]!.body.answers[0].timed_out],
    ['Too late.', false],
  );

  answer = say({ wait: { kind: 'approval', title: 'x', options: [] } });
  assert.equal((await untilFinal(org, await start())).error.code, 'errand.waits.invalid');
});

test('an answer that is not signed, signed by another or for another job is not taken', async () => {
  const stranger = new Webhook(`whsec_${Buffer.from('somebody else entirely, isn’t it').toString('base64')}`);
  const answers: (typeof answer)[] = [
    (response) => response.writeHead(200).end(JSON.stringify({ outputs })),
    say({ outputs }, stranger),
    (response) => {
      const { raw, headers } = signed({ outputs }, 'job_another');
      response.writeHead(200, headers).end(raw);
    },
  ];
  for (const one of answers) {
    answer = one;
    assert.match((await untilFinal(org, await start())).error_message, /not signed with this agent's secret/);
  }
});

test('an error of the remote agent fails the job with its message', async () => {
  answer = say({ error: { message: 'No such customer.' } });
  const job = await untilFinal(org, await start());
  assert.equal(job.status_code, 4);
  assert.equal(job.error_message, 'No such customer.');
  answer = say({ outputs: [{ key: 'output' }] });
  assert.match((await untilFinal(org, await start())).error_message, /does not fit the protocol/);
});

test('a fault that may pass is tried again with the same id, so that nothing is done twice', async () => {
  answer = (response, got) => (received.length === 1 ? response.writeHead(503).end() : say({ outputs })(response, got));
  const job = await untilFinal(org, await start(), 60_000);
  assert.equal(job.status_code, 3, job.error_message);
  assert.equal(received.length, 2);
  assert.equal(received[0]!.headers['webhook-id'], received[1]!.headers['webhook-id']);
  assert.deepEqual([received[0]!.body.attempt, received[1]!.body.attempt], [1, 2]);
});

test('an answer may come later by callback, signed; the first one counts and others change nothing', async () => {
  answer = (response) => response.writeHead(202).end();
  const jobId = await start();
  const got = await until(async () => received[0], 'the request');
  const target = new URL(got.body.callback_url);
  const call = (body: unknown, id = got.headers['webhook-id']!, with_ = signer) => {
    const { raw, headers } = signed(body, id, with_);
    return request(target.origin, undefined, 'POST', target.pathname, raw, headers);
  };
  const stranger = new Webhook(`whsec_${Buffer.from('somebody else entirely, isn’t it').toString('base64')}`);
  assert.equal((await call({ job_id: jobId, outputs }, undefined, stranger)).status, 401);
  assert.equal((await call({ job_id: jobId, outputs }, 'job_another')).status, 401);
  assert.equal((await call({ job_id: org.orgId, outputs })).status, 401);
  assert.equal((await call({ outputs })).status, 400);
  assert.deepEqual((await call({ job_id: jobId, outputs })).body, { received: true });
  await call({ job_id: jobId, outputs: [{ ...outputs[0], value: 'too late' }] });
  const job = await untilFinal(org, jobId);
  assert.equal(job.status_code, 3, job.error_message);
  assert.equal(job.outputs[0].value, 'done elsewhere');
  assert.deepEqual(pluck(job.steps, 'name'), ['request', 'callback']);
  await until(async () => {
    const rows = await harness.database.system.query('select from engine_callbacks where id = $1', [jobId]);
    return rows.length === 0;
  }, 'the callback to be forgotten');
});

/** What a remote agent does when it is done, at the address it was given. */
function callBack(got: Received, body: unknown): Promise<Answer> {
  const target = new URL(got.body.callback_url);
  const { raw, headers } = signed({ job_id: got.body.job_id, ...(body as object) }, got.headers['webhook-id']!);
  return request(target.origin, undefined, 'POST', target.pathname, raw, headers);
}

test('a callback may ask for another try: the remote agent is asked again, and its next answer counts', async () => {
  answer = (response) => response.writeHead(202).end();
  const jobId = await start();
  const first = await until(async () => received[0], 'the request');
  const usage = { cost: 0.5 };
  await callBack(first, { error: { message: 'My own database is away.', retry: true }, usage });
  const second = await until(async () => received[1], 'the second request', 60_000);
  assert.deepEqual([first.body.attempt, second.body.attempt], [1, 2]);
  await callBack(second, { outputs, usage });
  const job = await untilFinal(org, jobId, 60_000);
  assert.equal(job.status_code, 3, job.error_message);
  assert.equal(job.cost, 1);
  assert.equal(received.length, 2);
});

test('the callback of a job that was cancelled is refused', async () => {
  answer = (response) => response.writeHead(202).end();
  const jobId = await start();
  await untilJob(org, jobId, (job) => job.steps.length === 1);
  assert.equal((await org.request('POST', `/v1/agents/jobs/${jobId}/cancel/`)).status, 204);
  assert.equal((await callBack(received[0]!, { outputs })).status, 401);
  assert.equal((await untilFinal(org, jobId)).status_code, 5);
});

test('a callback that never comes fails the job after its time', async () => {
  answer = (response) => response.writeHead(202).end();
  const job = await untilFinal(org, await start({ timeout_seconds: 1 }));
  assert.match(job.error_message, /did not call back within 1 seconds/);
});

test('an address that is no public one is refused when the agent is made', async () => {
  for (const [bad, message] of [
    ['http://10.0.0.1/x', /private network/],
    ['ftp://example.com', /http/],
    ['nonsense', /URL/],
  ] as const) {
    const body = await org.expect(400, 'POST', '/v1/agents/', {
      name: 'x',
      engine_class_id: 'HttpEngine',
      engine_config: { url: bad, secret: SECRET },
    });
    assert.match(body.engine_config.join(), message);
  }
});

test('a remote agent that takes its time holds no slot; whichever worker is there when it answers continues', async () => {
  answer = (response) => response.writeHead(202).end();
  const apart = await startHarness({ env: { ERRAND_ROLE: 'api', ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } });
  const env = {
    ERRAND_PUBLIC_URL: apart.baseUrl,
    ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8',
    ERRAND_SHUTDOWN_SECONDS: '1',
    ERRAND_WORKER_CONCURRENCY: '1',
  };
  const workers: Companion[] = [await joinService(apart, { role: 'worker', env })];
  try {
    const own = await apart.org();
    const agent = await createAgent(own, 'HttpEngine', { config: { url, secret: SECRET } });
    const jobId = await startJob(own, agent.id, { text: 'hello' });
    const other = await createAgent(own, 'TemplateEngine', { config: { template: '$text' } });
    const got = await until(async () => received[0], 'the request');
    assert.equal(got.body.callback_url, `${apart.baseUrl}/v1/engine-callbacks/`);
    const waiting = await untilJob(own, jobId, (job) => job.status_code === 2);
    assert.match(waiting.error_message, /waits for its callback/);
    assert.equal((await untilFinal(own, await startJob(own, other.id, { text: 'x' }))).status_code, 3);
    await workers[0]!.stop();
    workers.push(await joinService(apart, { role: 'worker', env }));
    // Sooner than the job would have looked by itself.
    assert.equal((await callBack(got, { outputs })).status, 200);
    const job = await untilFinal(own, jobId);
    assert.equal(job.status_code, 3, job.error_message);
    assert.equal(job.attempt, 1, 'waiting cost an attempt');
    assert.deepEqual(pluck(job.steps, 'name', 'status'), [
      ['request', 'succeeded'],
      ['callback', 'succeeded'],
    ]);
    assert.equal(received.length, 1, 'the remote agent was asked twice');
  } finally {
    for (const worker of workers) await worker.stop();
    await apart.stop();
  }
});
