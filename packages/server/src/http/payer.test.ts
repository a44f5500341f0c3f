import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, request, startHarness, stopAtEnd } from '../../test/harness.ts';

const harness = stopAtEnd(
  await startHarness({ env: { ERRAND_ORG_SHARE_PERCENT: '50', ERRAND_SOURCE_SHARE_PERCENT: '20' } }),
);
const { app } = harness.service;
const greedy = await harness.org();
const modest = await harness.org();
const SIGN_IN = { email: 'nobody@example.com', password: 'not the password' };

/** Keeps the main thread busy, as expensive requests of this payer would. */
function work(payer: { kind: 'organization' | 'source'; key: string; share: number }): void {
  const until = performance.now() + 300;
  while (performance.now() < until);
  app.shares.charge(payer, 3_000);
}

/** Lets a neighbour and the busy one send in turns, until the latter is refused. */
async function refusalOf(payer: Parameters<typeof work>[0], send: () => Promise<Answer>): Promise<Answer> {
  for (let turn = 0; turn < 10; turn += 1) {
    work(payer);
    await modest.expect(200, 'GET', '/v1/agents/');
    const answer = await send();
    if (answer.status === 429) return answer;
  }
  throw new Error('never refused');
}

test('an organization beyond its share of a busy thread is told when to come back, and its neighbour is served', async () => {
  const payer = { kind: 'organization', key: greedy.orgId, share: 0.5 } as const;
  const answer = await refusalOf(payer, () => greedy.request('GET', '/v1/agents/'));
  assert.match(answer.body.detail, /^Requests of this organization take more than their share/);
  assert.equal(answer.body.code, 'errand.requests.rate_limited');
  assert.ok(Number(answer.headers.get('retry-after')) >= 1);
  await modest.expect(200, 'GET', '/v1/agents/');
});

test('an address without a credential has a share of its own, and probes are answered', async () => {
  const payer = { kind: 'source', key: 'from 127.0.0.1', share: 0.2 } as const;
  const signIn = () => request(harness.baseUrl, undefined, 'POST', '/v1/auth/login/', SIGN_IN);
  const answer = await refusalOf(payer, signIn);
  assert.match(answer.body.detail, /^Requests of this address take more than their share/);
  assert.equal((await request(harness.baseUrl, undefined, 'GET', '/health/')).status, 200);
});

test('what a door calls within the process is paid for and not refused', async () => {
  const payer = { kind: 'organization', key: greedy.orgId, share: 0.5 } as const;
  await refusalOf(payer, () => greedy.request('GET', '/v1/agents/'));
  const within = await app.inject({
    method: 'GET',
    url: '/v1/agents/',
    headers: { authorization: `Bearer ${greedy.apiKey}`, 'x-errand-door': app.doorKey },
  });
  assert.equal(within.statusCode, 200);
});

test('metrics count the time and the refusals', async () => {
  const text = await (await fetch(`${harness.baseUrl}/metrics/`)).text();
  assert.match(text, /errand_http_main_thread_seconds_total\{payer="organization"\} [1-9]/);
  assert.match(text, /errand_http_share_refusals_total\{payer="source"\} [1-9]/);
});
