import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEngines } from '../../../test/engines.ts';
import { type Answer, startHarness, stopAtEnd, until } from '../../../test/harness.ts';
import { createAgent, getJob, untilFinal, uploadFile } from '../../../test/runs.ts';

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();
const agent = await createAgent(org, 'EchoEngine', {
  inputs: [{ key: 'text' }, { key: 'doc', data_type: 'application/pdf', required: false }],
});

const many = (body: unknown, headers?: Record<string, string>): Promise<Answer> =>
  org.request('POST', `/v1/agents/run/${agent.id}/async/many/`, body, headers);

async function countJobs(): Promise<number> {
  const rows = await harness.database.system.query<{ count: number }>('select count(*) as count from jobs');
  return rows[0]!.count;
}

test('one id per item, in the order of the items, inputs at the top level or under inputs', async () => {
  const answer = await many({
    inputs: [{ text: 'a' }, { inputs: { text: 'b' } }, { text: 'x', inputs: { text: 'c' } }],
  });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(new Set(answer.body).size, 3);
  const values = await Promise.all(answer.body.map(async (id: string) => (await untilFinal(org, id)).outputs[0].value));
  assert.deepEqual(values, ['a', 'b', 'c']);
});

test('metadata is ignored, at the top level and in items, even if it is invalid', async () => {
  const answer = await many({
    metadata: { a: 1 },
    inputs: [
      { text: 'a', metadata: { b: 2 } },
      { text: 'b', metadata: 'nonsense' },
    ],
  });
  assert.equal(answer.status, 200, answer.text);
  for (const id of answer.body) assert.deepEqual((await getJob(org, id)).metadata, {});
});

test('inputs that are missing, no list or an empty list are a field error', async () => {
  for (const body of [{}, { inputs: null }, { inputs: { text: 'a' } }, { inputs: 'a' }, { inputs: [] }]) {
    const answer = await many(body);
    assert.equal(answer.status, 400);
    assert.deepEqual(Object.keys(answer.body), ['inputs'], answer.text);
    assert.ok(Array.isArray(answer.body.inputs));
  }
});

test('a bad item refuses the whole call: a bare array that names every item and key', async () => {
  const before = await countJobs();
  const unknown = '3f0c1d7e-0000-4000-8000-000000000000';
  const good = { text: 'a' };
  const answer = await many({ inputs: [good, { text: null }, good, {}, { text: 'a', doc: 'no address' }] });
  assert.equal(answer.status, 400);
  assert.deepEqual(answer.body.slice(0, 2), [
    "inputs[1]: required input 'text' was not supplied.",
    "inputs[3]: required input 'text' was not supplied.",
  ]);
  assert.match(answer.body[2], /^inputs\[4\]: input 'doc' must be of type application\/pdf/);
  const files = await many({ inputs: [good, { ...good, doc: unknown }] });
  assert.deepEqual(files.body, [`inputs[1]: input 'doc': no file with id ${unknown} in this organization.`]);
  const one = await many({ inputs: [{}] });
  assert.deepEqual([one.status, one.body], [400, ["inputs[0]: required input 'text' was not supplied."]]);
  const types = await many({ inputs: [good, 7, null, [good], { text: 'a', timeout_seconds: 'soon' }] });
  assert.equal(types.status, 400);
  assert.deepEqual(
    types.body.map((message: string) => message.split(':')[0]),
    ['inputs[1]', 'inputs[2]', 'inputs[3]', 'inputs[4]'],
  );
  assert.equal(await countJobs(), before, 'nothing was started');
});

test('1000 items are taken, 1001 are a field error', async () => {
  const items = (count: number) => ({ inputs: Array.from({ length: count }, (_, index) => ({ text: `n${index}` })) });
  const answer = await many(items(1000));
  assert.equal(answer.status, 200, answer.text);
  assert.equal(new Set(answer.body).size, 1000);
  const tooMany = await many(items(1001));
  assert.equal(tooMany.status, 400);
  assert.deepEqual(Object.keys(tooMany.body), ['inputs']);
  await until(async () => {
    const statuses = await org.request('POST', '/v1/agents/jobs/statuses/', { job_ids: answer.body });
    return statuses.body.every((job: { status: number }) => job.status === 3);
  }, 'the end of a thousand jobs');
  const results = await org.request('POST', '/v1/agents/jobs/results/', { job_ids: answer.body });
  assert.deepEqual(
    results.body.map((job: { result: { value: string }[] }) => job.result[0]!.value),
    Array.from({ length: 1000 }, (_, index) => `n${index}`),
  );
});

test('files by id are taken and linked to their jobs', async () => {
  const fileId = await uploadFile(org, 'shared');
  const answer = await many({
    inputs: [
      { text: 'a', doc: fileId },
      { text: 'b', doc: `file_${fileId}` },
    ],
  });
  assert.equal(answer.status, 200, answer.text);
  const rows = await harness.database.system.query('select job_id from job_files where file_id = $1', [fileId]);
  assert.equal(rows.length, 2);
});

test('the cache answers items, and X-Skip-Cache stops it for the whole call', async () => {
  const [first] = (await many({ inputs: [{ text: 'cached' }] })).body;
  await untilFinal(org, first);
  const again = await many({ inputs: [{ text: 'cached' }, { text: 'fresh' }] });
  assert.equal((await getJob(org, again.body[0])).status_code, 6);
  assert.equal((await untilFinal(org, again.body[1])).status_code, 3);
  const skipped = await many({ inputs: [{ text: 'cached' }] }, { 'x-skip-cache': 'true' });
  const job = await untilFinal(org, skipped.body[0]);
  assert.deepEqual([job.status_code, job.cache.hit], [3, false]);
});
