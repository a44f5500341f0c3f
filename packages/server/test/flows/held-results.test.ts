import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCountingEngine, testEngines } from '../engines.ts';
import { request, startHarness, stopAtEnd } from '../harness.ts';
import { startJob, untilFinal, untilJob } from '../runs.ts';

// A result that waits for approval, or was refused, is for those who may decide about it and not for viewers.

const counting = createCountingEngine();
const harness = stopAtEnd(await startHarness({ engines: [...testEngines, counting.engine] }));
const org = await harness.org();
const [viewer, auditor, member] = [
  await org.keyWithRole('viewer'),
  await org.keyWithRole('auditor'),
  await org.keyWithRole('member'),
];
/** What the engine gives: no input has it. */
const RESULT = /run \d+/;

const agent = await org.expect(201, 'POST', '/v1/agents/', {
  name: 'Held',
  engine_class_id: 'CountingEngine',
  approval: { when: 'always' },
});

type Door = [name: string, read: (key: string, held: any) => Promise<{ status: number; text: string }>];

const get =
  (path: (job: any) => string): Door[1] =>
  (key, job) =>
    request(harness.baseUrl, key, 'GET', path(job));

const doors: Door[] = [
  ['job', get((job) => `/v1/agents/jobs/${job.id}/`)],
  ['step', get((job) => `/v1/agents/jobs/${job.id}/steps/${stepOf(job).seq}/`)],
  ['waits', get((job) => `/v1/waits/?job_id=${job.id}`)],
  ['wait', get((job) => `/v1/waits/${job.waiting.id}/`)],
  [
    'A2A',
    (key, job) =>
      request(harness.baseUrl, key, 'POST', `/a2a/${agent.id}/`, {
        jsonrpc: '2.0',
        id: 1,
        method: 'GetTask',
        params: { id: job.id },
      }),
  ],
];

const stepOf = (job: any) => job.steps.find(({ name }: { name: string }) => name === 'result to approve');

let cases = 0;
const hold = async () => {
  cases += 1;
  const id = await startJob(org, agent.id, { text: `case ${cases}` });
  return untilJob(org, id, (job) => job.waiting !== null);
};

for (const [name, read] of doors)
  test(`${name}: a viewer sees no result before it is approved, the person who decides does, and then everybody`, async () => {
    const job = await hold();
    for (const reader of [viewer, auditor]) {
      const hidden = await read(reader, job);
      assert.ok([200, 403].includes(hidden.status), hidden.text);
      assert.doesNotMatch(hidden.text, RESULT);
    }
    assert.match((await read(member, job)).text, RESULT);
    await org.expect(200, 'POST', `/v1/waits/${job.waiting.id}/answer/`, { answer: 'approve' });
    await untilFinal(org, job.id);
    assert.match((await read(viewer, job)).text, RESULT);
  });

test('a refused result stays hidden from viewers, in the case file as well', async () => {
  const job = await hold();
  await org.expect(200, 'POST', `/v1/waits/${job.waiting.id}/answer/`, { answer: 'refuse' });
  await untilFinal(org, job.id);
  for (const path of [`steps/${stepOf(job).seq}/`, 'case-file/', 'artifacts/']) {
    const seen = await request(harness.baseUrl, viewer, 'GET', `/v1/agents/jobs/${job.id}/${path}`);
    assert.equal(seen.status, 403, path);
    assert.match(seen.body.detail, /only approved results/);
  }
  assert.equal((await request(harness.baseUrl, member, 'GET', `/v1/agents/jobs/${job.id}/case-file/`)).status, 200);
});
