import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { getStep } from './job-steps.ts';

const row = {
  key: 'k',
  seq: 2,
  kind: 'model',
  started_at: new Date('2026-01-02T03:04:05Z'),
  request: null,
  retries: null,
};
const step = async (over: object, seq = '2') =>
  getStep(scriptedDb({ 'from job_steps': [{ ...row, result: null, result_bytes: 0, ...over }] }), 'org', 'job', seq);

test('a number that no step can have is not found, without asking', async () => {
  for (const seq of ['', '-1', '1.5', 'abc', '9999999999']) {
    const db = scriptedDb({ 'from job_steps': [row] });
    await assert.rejects(getStep(db, 'org', 'job', seq), { code: 'not_found' });
    assert.equal(db.sent.length, 0);
  }
  await assert.rejects(getStep(scriptedDb(), 'org', 'job', '3'), { code: 'not_found' });
});

test('the reply of a model is shown by its parts: text, reasoning and tool calls', async () => {
  const result = {
    text: 'Hello',
    finish: 'tool-calls',
    answeredBy: 'small-1',
    content: [
      { type: 'reasoning', text: 'First' },
      { type: 'reasoning', text: 'then' },
      { type: 'tool-call', toolName: 'search', input: '{"q":"errand"}' },
      { type: 'tool-call', toolName: 'broken', input: '{"q":' },
      'noise',
    ],
  };
  assert.deepEqual((await step({ result })).answer, {
    text: 'Hello',
    reasoning: 'First\nthen',
    tool_calls: [
      { tool: 'search', input: { q: 'errand' } },
      { tool: 'broken', input: '{"q":' },
    ],
    finish: 'tool-calls',
    answered_by: 'small-1',
  });
});

test('a reply without reasoning says so, and a result that was too long has no reply', async () => {
  assert.equal((await step({ result: { text: 'Hi' } })).answer!.reasoning, null);
  assert.equal((await step({ result: null, result_bytes: 3_000_000 })).answer, null);
});

test('only steps with a model have a reply', async () => {
  const shown = await step({ kind: 'fetch', result: { text: 'a page' } });
  assert.equal(shown.answer, null);
  assert.deepEqual(shown.result, { text: 'a page' });
});

test('times of earlier tries have the same form as all others', async () => {
  const retries = [{ started_at: '2026-01-02 03:04:05+00', duration_ms: 5, error: 'busy' }];
  assert.equal((await step({ retries })).retries[0]!.started_at, '2026-01-02T03:04:05.000Z');
  assert.deepEqual((await step({})).retries, []);
});
