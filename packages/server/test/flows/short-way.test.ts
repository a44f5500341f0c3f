import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, type Harness, request, startHarness, type TestOrg, until } from '../harness.ts';
import { connectRaw } from '../raw-client.ts';
import { createAgent, type TestAgent } from '../runs.ts';

// Runs in the background are answered without the framework where nothing is unusual about them. Without the final slash
// a path means the same, and is always the framework's: so every request is sent in both ways.

let harness: Harness;
let org: TestOrg;
let agent: TestAgent;
/** Requests that the framework saw. */
let seen = 0;

before(async () => {
  harness = await startHarness({ env: { ERRAND_ROLE: 'api' } });
  watch(harness);
  org = await harness.org();
  agent = await createAgent(org, 'TemplateEngine', { inputs: [{ key: 'name' }], config: { template: 'x' } });
});
after(() => harness.stop());

function watch({ service: { app } }: Harness): void {
  const { routing } = app;
  app.routing = (...given) => {
    seen += 1;
    routing(...given);
  };
}

const pathOf = (id: string): string => `/v1/agents/run/${id}/async/`;

/** What is remembered of an agent is good for two seconds. */
const remember = (to: TestOrg = org, id = agent.id): Promise<Answer> =>
  to.request('POST', pathOf(id).slice(0, -1), { name: 'first' });

/** Without what differs from one request to the next. */
function comparable({ status, text, headers }: Answer): unknown {
  const { date, 'x-request-id': _id, ...others } = Object.fromEntries(headers);
  return { status, text: text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id'), headers: others };
}

async function countJobs(): Promise<number> {
  const rows = await harness.database.system.query<{ count: number }>('select count(*) as count from jobs');
  return rows[0]!.count;
}

describe('a run in the background', () => {
  const good: Record<string, { body: unknown; headers?: Record<string, string> }> = {
    'with its inputs apart': { body: { inputs: { name: 'Ada' }, metadata: { a: [1, 'zwölf'] } } },
    'with its inputs at the top': { body: { name: 'Ada', timeout_seconds: 5, max_cost: 1 } },
    'past the cache': { body: { name: 'Ada' }, headers: { 'x-skip-cache': 'true' } },
    'with an id of its own': { body: { name: 'Ada' }, headers: { 'x-request-id': 'mine 1' } },
  };
  for (const [what, { body, headers }] of Object.entries(good)) {
    test(`${what} is answered in the same way with and without the framework, and is the same job`, async () => {
      await remember();
      const before = seen;
      const short = await org.request('POST', pathOf(agent.id), body, headers);
      assert.equal(seen, before);
      const long = await org.request('POST', pathOf(agent.id).slice(0, -1), body, headers);
      assert.equal(seen, before + 1);
      assert.equal(short.status, 200, short.text);
      assert.deepEqual(comparable(short), comparable(long));
      if (headers?.['x-request-id']) assert.equal(short.headers.get('x-request-id'), 'mine 1');
      const jobs = await harness.database.system.query<Record<string, unknown>>(
        'select * from jobs where id = any($1)',
        [[short.body, long.body]],
      );
      const [one, other] = jobs.map(({ id, created_at, cache_key, ...rest }) => rest);
      assert.equal(jobs.length, 2);
      assert.deepEqual(one, other);
    });
  }

  test('that the console starts is marked as its own', async () => {
    await remember();
    const { body: id } = await org.request('POST', pathOf(agent.id), { name: 'Ada' }, { 'x-errand-origin': 'ui' });
    const [job] = await harness.database.system.query<{ origin: string }>('select origin from jobs where id = $1', [
      id,
    ]);
    const [other] = await harness.database.system.query<{ origin: string }>('select origin from jobs where id <> $1', [
      id,
    ]);
    assert.notEqual(job!.origin, other!.origin);
  });

  test('that comes in pieces, or right behind another one on its connection, is answered in its turn', async () => {
    await remember();
    const before = [seen, await countJobs()];
    const head = (length: number): string =>
      `POST ${pathOf(agent.id)} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${org.apiKey}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
    const body = '{"name":"Zoë"}';
    const bytes = Buffer.from(`${head(Buffer.byteLength(body))}${body}`);
    const client = await connectRaw(harness.baseUrl);
    for (const byte of bytes) await client.send(Uint8Array.of(byte));
    await client.send(Buffer.concat([bytes, bytes]));
    const answers = (): string[] => client.received().match(/HTTP\/1\.1 200/g) ?? [];
    await until(async () => answers().length === 3, 'three answers');
    client.destroy();
    assert.deepEqual([seen, await countJobs()], [before[0], before[1]! + 3]);
  });

  test('whose client goes away in the middle of its body is none, and harms nobody', async () => {
    await remember();
    const before = await countJobs();
    const client = await connectRaw(harness.baseUrl);
    await client.send(
      `POST ${pathOf(agent.id)} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${org.apiKey}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"name":`,
    );
    client.destroy();
    assert.equal((await org.request('POST', pathOf(agent.id), { name: 'next' })).status, 200);
    assert.equal(await countJobs(), before + 1);
  });
});

describe('what is not in order is answered by the framework, as if it had been there from the beginning', () => {
  type Case = { body?: unknown; headers?: Record<string, string>; id?: string; as?: string; status: number };
  let cases: Record<string, Case>;
  before(async () => {
    const foreign = await harness.org();
    const other = await createAgent(foreign, 'TemplateEngine', { inputs: [], config: { template: 'x' } });
    await remember(foreign, other.id);
    const without = await harness.org({ agentsEnabled: false });
    const poor = await harness.org({ credits: 0 });
    const itsAgent = await createAgent(poor, 'TemplateEngine', { inputs: [], config: { template: 'x' } });
    await remember(poor, itsAgent.id);
    cases = {
      'no JSON': { body: '{"name":', status: 400 },
      'no object': { body: '[1]', status: 400 },
      'a NUL character': { body: '{"name":"\\u0000"}', status: 400 },
      'half a character': { body: '{"name":"\\ud800"}', status: 400 },
      'bytes that are no UTF-8': { body: Uint8Array.of(0x7b, 0xff, 0x7d), status: 400 },
      'a missing input': { body: { other: 1 }, status: 400 },
      'metadata that is no object': { body: { name: 'x', metadata: 5 }, status: 400 },
      'an organization that is no id': { body: { name: 'x', organization_id: 'x' }, status: 400 },
      'another organization': { body: { name: 'x' }, headers: { 'x-organization-id': foreign.orgId }, status: 403 },
      'an unknown agent': { body: { name: 'x' }, id: '018f0000-0000-7000-8000-000000000000', status: 404 },
      'no id': { body: { name: 'x' }, id: 'x'.repeat(36), status: 404 },
      'an id in capitals': { body: { name: 'x' }, id: agent.id.toUpperCase(), status: 200 },
      'an agent of somebody else': { body: { name: 'x' }, id: other.id, status: 403 },
      'a role that may not': { body: { name: 'x' }, as: await org.keyWithRole('viewer'), status: 403 },
      'an unknown key': { body: { name: 'x' }, as: 'errand_x', status: 401 },
      'an organization without the feature': { body: { name: 'x' }, as: without.apiKey, status: 403 },
      'no credits': { body: { name: 'x' }, as: poor.apiKey, id: itsAgent.id, status: 403 },
      'another encoding': { body: { name: 'x' }, headers: { 'content-encoding': 'gzip' }, status: 415 },
      'an idempotency key': { body: { name: 'x' }, headers: { 'idempotency-key': 'one' }, status: 200 },
      'a form': { body: new URLSearchParams({ name: 'x' }), status: 200 },
      'a long body': { body: { name: 'x'.repeat(20_000) }, status: 200 },
    };
  });

  test('and stores nothing where it is an error', async () => {
    for (const [what, { body, headers, id = agent.id, as = org.apiKey, status }] of Object.entries(cases)) {
      await remember();
      const before = [seen, await countJobs()] as const;
      const sendTo = (path: string): Promise<Answer> =>
        request(harness.baseUrl, as, 'POST', path, body, {
          ...(body instanceof Uint8Array && { 'content-type': 'application/json' }),
          ...headers,
        });
      const short = await sendTo(pathOf(id));
      assert.equal(seen, before[0] + 1, what);
      assert.equal(short.status, status, `${what}: ${short.text}`);
      assert.equal(await countJobs(), before[1] + (status === 200 ? 1 : 0), what);
      assert.deepEqual(comparable(short), comparable(await sendTo(pathOf(id).slice(0, -1))), what);
    }
  });

  test('also when it is PostgreSQL that refuses, whatever became of the key meanwhile', async (t) => {
    const { system } = harness.database;
    await system.run(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no space left' using errcode = '53100'; end $$`);
    await system.run('create trigger refuse before insert on jobs for each row execute function refuse()');
    const sendTo = (path: string): Promise<Answer> => org.request('POST', path, { name: 'x' });
    const long = await sendTo(pathOf(agent.id).slice(0, -1));
    const { identity } = harness.service.app;
    const authenticate = identity.authenticate.bind(identity);
    let asked = 0;
    t.mock.method(identity, 'authenticate', (key: string) => {
      asked += 1;
      return asked === 1 ? authenticate(key) : undefined;
    });
    const short = await sendTo(pathOf(agent.id));
    await system.run('drop trigger refuse on jobs');
    assert.equal(asked, 1);
    assert.equal(short.status, 507, short.text);
    assert.deepEqual(comparable(short), comparable(long));
  });

  test('and no key that cannot be looked up ends the process', async (t) => {
    const { identity } = harness.service.app;
    t.mock.method(identity, 'authenticate', () => Promise.reject(new Error('PostgreSQL is gone')));
    const ids = [`${'a'.repeat(17)}/${'b'.repeat(18)}`, `%zz${'b'.repeat(33)}`, agent.id];
    const statuses: number[] = [];
    for (const id of ids) statuses.push((await org.request('POST', pathOf(id), { name: 'x' })).status);
    assert.deepEqual(statuses, [404, 404, 500]);
  });
});

test('a body that is larger than the operator allows is refused', async (t) => {
  const small = await startHarness({ env: { ERRAND_ROLE: 'api', ERRAND_BODY_BYTES_MAX: '2048' } });
  t.after(() => small.stop());
  const other = await small.org();
  const { id } = await createAgent(other, 'TemplateEngine', { inputs: [{ key: 'name' }], config: { template: 'x' } });
  await remember(other, id);
  for (const [length, status] of [
    [1_000, 200],
    [3_000, 413],
  ] as const)
    assert.equal((await other.request('POST', pathOf(id), { name: 'x'.repeat(length) })).status, status);
});

test('a rate limit counts every request once', async (t) => {
  // Of a second that does not pass, the limit is used up once and for all.
  const moment = Date.now();
  t.mock.method(Date, 'now', () => moment);
  const limited = await startHarness({ env: { ERRAND_ROLE: 'api', ERRAND_RATE_LIMIT: '10' } });
  t.after(() => limited.stop());
  const other = await limited.org();
  const { id } = await createAgent(other, 'TemplateEngine', { inputs: [{ key: 'name' }], config: { template: 'x' } });
  await remember(other, id);
  const send = (body: unknown): Promise<Answer> => other.request('POST', pathOf(id), body);
  const answers = await Promise.all([send({ name: 'x' }), send({}), send({ name: 'x' }), send({})]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 400, 200, 400],
  );
  const last = await Promise.all(Array.from({ length: 6 }, () => send({ name: 'x' })));
  assert.deepEqual(last.map(({ status }) => status).toSorted(), [200, 200, 200, 200, 429, 429]);
  assert.equal(last.find(({ status }) => status === 429)!.headers.get('retry-after'), '1');
});

test('a service that stops answers what it has taken, and closes the connection with it', async () => {
  const stopping = await startHarness({ env: { ERRAND_ROLE: 'api' } });
  const other = await stopping.org();
  const { id } = await createAgent(other, 'TemplateEngine', { inputs: [], config: { template: 'x' } });
  await remember(other, id);
  const { system } = stopping.database;
  let asked: Promise<Answer> | undefined;
  let stop: Promise<void> | undefined;
  await system.tx(async (tx) => {
    await tx.run('lock table jobs in access exclusive mode');
    asked = other.request('POST', pathOf(id), {});
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await system.query(waiting)).length > 0, 'the statement');
    stop = stopping.service.stop();
    stopping.service.stop = () => stop!;
  });
  const answer = await asked!;
  assert.deepEqual([answer.status, answer.headers.get('connection')], [200, 'close']);
  await stopping.stop();
});
