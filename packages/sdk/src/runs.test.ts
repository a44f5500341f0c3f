import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplies, json } from '../test/replies.ts';
import { createErrand } from './client.ts';
import { JobFailedError } from './transport/errors.ts';

const outputs = [{ key: 'text', data_type: 'text/plain', value: 'Dear Ada' }];

test('a run gives its outputs and the id of its job, by version if one is named', async () => {
  const reply = () => json(outputs, 200, { 'x-agent-job-id': 'j' });
  const { fetch, sent } = createReplies(reply(), reply());
  const { runs } = createErrand({ fetch });
  assert.deepEqual(await runs.run('a', { inputs: { text: 'Ada' } }), { jobId: 'j', outputs, output: 'Dear Ada' });
  await runs.run('a', {}, { versionId: 'v', skipCache: true, idempotencyKey: 'k' });
  assert.notEqual(sent[0]!.url, sent[1]!.url);
  assert.ok(sent[1]!.url.includes('/v'), sent[1]!.url);
  assert.deepEqual(
    [sent[1]!.headers['x-skip-cache'], sent[1]!.headers['idempotency-key'], sent[0]!.headers['x-skip-cache']],
    ['true', 'k', undefined],
  );
});

test('names stand for ids, files are uploaded first, and a lost response is asked for again with the same key', async () => {
  const { fetch, sent } = createReplies(
    json({ id: 'file_1' }, 201),
    new TypeError('fetch failed'),
    json(outputs, 200, { 'x-agent-job-id': 'j' }),
  );
  const { runs } = createErrand({ fetch, agents: { letter: 'id-of-letter' } });
  await runs.run('letter', { inputs: { scan: new Blob(['x']) } });
  assert.deepEqual(
    sent.slice(1).map(({ url, body }) => [url, body]),
    Array(2).fill(['/v1/agents/run/id-of-letter/', '{"inputs":{"scan":"file_1"}}']),
  );
  assert.ok(sent[1]!.headers['idempotency-key']);
  assert.equal(sent[1]!.headers['idempotency-key'], sent[2]!.headers['idempotency-key']);
});

test('a job that failed is an error that names it', async () => {
  const { fetch } = createReplies(
    json({ error: 'No page.' }, 400, { 'x-agent-job-id': 'j', 'x-error-code': 'errand.jobs.failed' }),
  );
  const error = await createErrand({ fetch })
    .runs.run('a')
    .catch((one: unknown) => one);
  assert.ok(error instanceof JobFailedError);
  assert.equal(error.jobId, 'j');
});

test('starting gives the id of the job, by version if one is named', async () => {
  const { fetch, sent } = createReplies(json('j', 202), json('j', 202));
  const { runs } = createErrand({ fetch });
  assert.equal(await runs.start('a'), 'j');
  await runs.start('a', {}, { versionId: 'v' });
  assert.ok(!sent[0]!.url.includes('/v/') && sent[1]!.url.includes('/v/'), sent[1]!.url);
});
