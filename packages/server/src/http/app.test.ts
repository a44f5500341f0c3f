import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { serverCount } from '#platform/fleet.ts';
import { type Answer, type Harness, request, startHarness, type TestOrg, until } from '../../test/harness.ts';

describe('every answer', () => {
  let harness: Harness;
  let org: TestOrg;
  before(async () => {
    harness = await startHarness({ env: { ERRAND_PUBLIC_URL: 'https://example.com/errand/' } });
    org = await harness.org();
  });
  after(() => harness.stop());

  test('repeats a printable X-Request-ID of up to 200 characters, and makes one up for any other', async () => {
    for (const id of ['abc-123', 'x'.repeat(200), 'with blanks, and "marks"']) {
      for (const path of ['/health/', '/v1/agents/', '/nothing/', '/v1/agents/x/']) {
        const answer = await org.request('GET', path, undefined, { 'x-request-id': id });
        assert.equal(answer.headers.get('x-request-id'), id, path);
      }
    }
    for (const id of ['x'.repeat(201), 'grün']) {
      const answer = await org.request('GET', '/health/', undefined, {
        'x-request-id': Buffer.from(id).toString('latin1'),
      });
      assert.match(answer.headers.get('x-request-id')!, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    }
  });

  test('is not to be guessed at by browsers', async () => {
    assert.equal((await org.request('GET', '/health/')).headers.get('x-content-type-options'), 'nosniff');
  });

  test('to a question that PostgreSQL cannot answer in time says to ask for less', async () => {
    let asked: Promise<Answer> | undefined;
    await harness.database.system.tx(async (tx) => {
      await tx.run('lock table agents in access exclusive mode');
      asked = org.request('GET', '/v1/agents/');
      // Does what the statement timeout does after a minute.
      await until(
        async () =>
          (
            await harness.database.system.query<{ cancelled: boolean }>(
              `select pg_cancel_backend(pid) as cancelled from pg_stat_activity
                where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).length > 0,
        'the question',
      );
    });
    const answer = (await asked)!;
    assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['error', 'code']]);
  });

  test('to one organization does not wait for what another asks of PostgreSQL', async () => {
    const other = await harness.org();
    assert.equal((await other.request('GET', '/webhooks/')).status, 200);
    let slow: Promise<Answer>[] = [];
    await harness.database.system.tx(async (tx) => {
      await tx.run('lock table agents in access exclusive mode');
      slow = Array.from({ length: 20 }, () => org.request('GET', '/v1/agents/'));
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      // The share of one organization in the default number of connections.
      await until(async () => (await harness.database.system.query(waiting)).length >= 4, 'the slow ones');
      assert.equal((await other.request('GET', '/webhooks/')).status, 200);
    });
    for (const answer of await Promise.all(slow)) assert.equal(answer.status, 200);
  });

  test('links with the configured address, its path included', async () => {
    for (const name of ['one', 'two'])
      await org.request('POST', '/v1/agents/', { name, engine_class_id: 'TemplateEngine' });
    const { body } = await org.request('GET', '/v1/agents/?page_size=1&name=o&search=o');
    assert.equal(body.next, 'https://example.com/errand/v1/agents/?page_size=1&name=o&search=o&page=2');
  });
});

describe('a rate limit', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ env: { ERRAND_RATE_LIMIT: '5' } });
  });
  after(() => harness.stop());

  test('is 429 {detail} with Retry-After for the organization that is over it, and for nobody else', async () => {
    const [busy, other] = [await harness.org(), await harness.org()];
    const answers = await Promise.all(Array.from({ length: 30 }, () => busy.request('GET', '/v1/agents/')));
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0 && refused.length < 30, `${refused.length} refused`);
    for (const { body, headers } of refused) {
      assert.deepEqual(Object.keys(body), ['detail', 'code']);
      assert.match(headers.get('retry-after')!, /^[1-9]\d*$/);
    }
    assert.equal((await other.request('GET', '/v1/agents/')).status, 200);
    assert.equal((await request(harness.baseUrl, undefined, 'GET', '/health/')).status, 200);
  });

  test('is shared with the other processes that take requests', async () => {
    await harness.database.system.run(
      `insert into workers (id, host, pid, role, concurrency, version)
        select gen_random_uuid(), 'elsewhere', 7, role, 1, '1' from unnest(array['api', 'api', 'all', 'all', 'worker']) role`,
    );
    await until(async () => serverCount() === 5, 'a heartbeat to tell of them');
    const own = await harness.org();
    const answers = await Promise.all(Array.from({ length: 5 }, () => own.request('GET', '/v1/agents/')));
    const allowed = answers.filter(({ status }) => status === 200).length;
    assert.ok(allowed === 1 || allowed === 2, `${allowed} of 5 allowed`);
  });
});
