import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplies, inPieces, json } from '../test/replies.ts';
import { createErrand } from './client.ts';
import { jobStatuses } from './generated/lists.ts';
import { hasSucceeded, isFinalStatus } from './jobs.ts';
import { JobWaitingError } from './transport/errors.ts';

test('a status is final from success on', () => {
  assert.deepEqual(
    jobStatuses.filter((_, code) => isFinalStatus(code)),
    ['success', 'failure', 'cancelled', 'cached'],
  );
  assert.deepEqual(
    jobStatuses.filter((_, code) => hasSucceeded(code)),
    ['success', 'cached'],
  );
});

test('waiting ends with the job once its events end', async () => {
  const events = inPieces(['event: step\ndata: {}\n\nevent: end\ndata: {"status":4}\n\n'], 'text/event-stream');
  const { fetch, sent } = createReplies(events, json({ id: 'j', status_code: 4 }));
  assert.equal((await createErrand({ fetch }).jobs.wait('j')).status_code, 4);
  assert.equal(sent.length, 2);
});

test('waiting asks for the status when the stream is refused or breaks', async () => {
  const job = json({ id: 'j', status_code: 3 });
  const refused = createReplies(json({ detail: 'No streams.' }, 405), json({ status: 3 }), job);
  assert.equal((await createErrand({ fetch: refused.fetch }).jobs.wait('j')).status_code, 3);
  const broken = createReplies(inPieces([new TypeError('terminated')]), json({ status: 3 }), json({ id: 'j' }));
  assert.equal((await createErrand({ fetch: broken.fetch }).jobs.wait('j')).id, 'j');
});

test('waiting for a job that waits for a person says so, or tells and goes on', async () => {
  const wait = { id: 'w', kind: 'approval', title: 'Approve the result?' };
  const waiting = `event: waiting\ndata: ${JSON.stringify(wait)}\n\n`;
  const job = () => json({ id: 'j', status_code: 1, waiting: wait });
  const stopped = createReplies(inPieces([waiting], 'text/event-stream'), job());
  await assert.rejects(
    createErrand({ fetch: stopped.fetch }).jobs.wait('j'),
    (error: unknown) => error instanceof JobWaitingError && error.jobId === 'j' && error.wait.id === 'w',
  );
  const told: string[] = [];
  const events = inPieces([waiting, 'event: end\ndata: {"status":3}\n\n'], 'text/event-stream');
  const { fetch } = createReplies(events, job(), json({ id: 'j', status_code: 3 }));
  const ended = await createErrand({ fetch }).jobs.wait('j', { onWaiting: ({ title }) => told.push(title) });
  assert.deepEqual([ended.status_code, told], [3, ['Approve the result?']]);
});

test('a job that is not there, or not for this credential, is not waited for', async () => {
  for (const status of [401, 403, 404]) {
    const { fetch, sent } = createReplies(json({ detail: 'No.' }, status));
    await assert.rejects(createErrand({ fetch }).jobs.wait('j'), /No\./);
    assert.equal(sent.length, 1);
  }
});
