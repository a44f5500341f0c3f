import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, pluck, request, startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { connectRaw } from '../../test/raw-client.ts';
import { createAgent } from '../../test/runs.ts';

// Background runs as HTTP requests: how they arrive, who may send them, and what is stored when they are refused.

const harness = stopAtEnd(await startHarness({ env: { ERRAND_ROLE: 'api' } }));
const org = await harness.org();
const agent = await createAgent(org, 'TemplateEngine', { inputs: [{ key: 'name' }], config: { template: 'x' } });

const pathOf = (id: string): string => `/v1/agents/run/${id}/async/`;

async function countJobs(): Promise<number> {
  const rows = await harness.database.system.query<{ count: number }>('select count(*) as count from jobs');
  return rows[0]!.count;
}

test('a run names its origin and answers with the request id of its client', async () => {
  const send = (headers: Record<string, string>): Promise<Answer> =>
    org.request('POST', pathOf(agent.id), { name: 'Ada' }, headers);
  const fromConsole = await send({ 'x-errand-origin': 'ui', 'x-request-id': 'mine 1' });
  const fromClient = await send({});
  assert.equal(fromConsole.headers.get('x-request-id'), 'mine 1');
  const rows = await harness.database.system.query<{ origin: string }>(
    'select origin from jobs where id = any($1) order by id',
    [[fromConsole.body, fromClient.body]],
  );
  assert.deepEqual(pluck(rows, 'origin'), ['ui', 'api']);
});

test('a run that comes in pieces, or right behind another one on its connection, is answered in its turn', async () => {
  const before = await countJobs();
  const body = '{"name":"Zoë"}';
  const bytes = Buffer.from(
    `POST ${pathOf(agent.id)} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${org.apiKey}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const client = await connectRaw(harness.baseUrl);
  for (const byte of bytes) await client.send(Uint8Array.of(byte));
  await client.send(Buffer.concat([bytes, bytes]));
  const answers = (): string[] => client.received().match(/HTTP\/1\.1 200/g) ?? [];
  await until(async () => answers().length === 3, 'three answers');
  client.destroy();
  assert.equal(await countJobs(), before + 3);
});

test('a run that is refused stores nothing', async () => {
  const foreign = await harness.org();
  const other = await createAgent(foreign, 'TemplateEngine', { inputs: [], config: { template: 'x' } });
  const without = await harness.org({ agentsEnabled: false });
  const poor = await harness.org({ credits: 0 });
  const itsAgent = await createAgent(poor, 'TemplateEngine', { inputs: [], config: { template: 'x' } });
  const body = { name: 'x' };
  const cases: Record<
    string,
    { body?: unknown; headers?: Record<string, string>; id?: string; as?: string; status: number }
  > = {
    'bytes that are no UTF-8': { body: Uint8Array.of(0x7b, 0xff, 0x7d), status: 400 },
    'half a character': { body: '{"name":"\\ud800"}', status: 400 },
    'a missing input': { body: { other: 1 }, status: 400 },
    'another organization': { headers: { 'x-organization-id': foreign.orgId }, status: 403 },
    'an unknown agent': { id: '018f0000-0000-7000-8000-000000000000', status: 404 },
    'no id': { id: 'x'.repeat(36), status: 404 },
    'an agent of somebody else': { id: other.id, status: 403 },
    'a role that may not': { as: await org.keyWithRole('viewer'), status: 403 },
    'an unknown key': { as: 'errand_x', status: 401 },
    'an organization without the feature': { as: without.apiKey, status: 403 },
    'no credits': { as: poor.apiKey, id: itsAgent.id, status: 403 },
    'another encoding': { headers: { 'content-encoding': 'gzip' }, status: 415 },
  };
  const before = await countJobs();
  for (const [what, one] of Object.entries(cases)) {
    const answer = await request(
      harness.baseUrl,
      one.as ?? org.apiKey,
      'POST',
      pathOf(one.id ?? agent.id),
      one.body ?? body,
      {
        ...(one.body instanceof Uint8Array && { 'content-type': 'application/json' }),
        ...one.headers,
      },
    );
    assert.equal(answer.status, one.status, `${what}: ${answer.text}`);
  }
  assert.equal(await countJobs(), before);
});

test('an id in capitals names the same agent', async () => {
  assert.equal((await org.request('POST', pathOf(agent.id.toUpperCase()), { name: 'x' })).status, 200);
});

test('a rate limit counts every request once', async (t) => {
  // The clock stands still, so the limit of this second never resets.
  const moment = Date.now();
  t.mock.method(Date, 'now', () => moment);
  const limited = await startHarness({ env: { ERRAND_ROLE: 'api', ERRAND_RATE_LIMIT: '10' } });
  t.after(() => limited.stop());
  const other = await limited.org();
  const { id } = await createAgent(other, 'TemplateEngine', { inputs: [{ key: 'name' }], config: { template: 'x' } });
  const send = (body: unknown): Promise<Answer> => other.request('POST', pathOf(id), body);
  const answers = await Promise.all([send({ name: 'x' }), send({}), send({ name: 'x' }), send({})]);
  assert.deepEqual(pluck(answers, 'status'), [200, 400, 200, 400]);
  const last = await Promise.all(Array.from({ length: 7 }, () => send({ name: 'x' })));
  assert.deepEqual(last.map(({ status }) => status).toSorted(), [200, 200, 200, 200, 200, 429, 429]);
  assert.equal(last.find(({ status }) => status === 429)!.headers.get('retry-after'), '1');
});

test('a service that stops answers the requests it has accepted, and closes their connections', async (t) => {
  const stopping = await startHarness({ env: { ERRAND_ROLE: 'api' } });
  t.after(() => stopping.stop());
  const other = await stopping.org();
  const { id } = await createAgent(other, 'TemplateEngine', { inputs: [], config: { template: 'x' } });
  const { system } = stopping.database;
  const url = `${stopping.baseUrl}/health/`;
  let asked: Promise<Answer> | undefined;
  let stop: Promise<void> | undefined;
  await system.tx(async (tx) => {
    await tx.run('lock table jobs in access exclusive mode');
    asked = other.request('POST', pathOf(id), {});
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await system.query(waiting)).length > 0, 'the statement');
    stop = stopping.service.stop();
    stopping.service.stop = () => stop!;
    // On a slow machine the port may be closed before the request.
    const closes = (): Promise<boolean> =>
      fetch(url).then(
        ({ headers }) => headers.get('connection') === 'close',
        () => true,
      );
    await until(closes, 'the process to close connections with its answers');
  });
  const answer = await asked!;
  assert.deepEqual([answer.status, answer.headers.get('connection')], [200, 'close']);
});
