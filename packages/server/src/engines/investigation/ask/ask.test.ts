import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext } from '../../../../test/engine-context.ts';
import { ask } from './ask.ts';
import { readSettings } from './settings.ts';

test('prompt and answer of every call are kept with the job, and images by their hash only', async () => {
  const { context, asked, artifacts } = createTestContext(['It is fine.']);
  const settings = readSettings(context, { model: 'm-1', reasoning_effort: 'high' });
  const prompt = [
    { type: 'text' as const, text: 'Is it fine?' },
    { type: 'image' as const, data: Buffer.from('pixels'), mediaType: 'image/png' },
  ];
  const answer = await ask(context, settings, 'check', { prompt });
  assert.equal(answer.text, 'It is fine.');
  const [request] = asked;
  assert.deepEqual([request?.model, request?.temperature, request?.reasoningEffort], ['m-1', 0, 'high']);
  const kept = artifacts.get('prompt_check') as { prompt: unknown[] };
  assert.equal(kept.prompt[0], 'Is it fine?');
  assert.match(JSON.stringify(kept.prompt[1]), /"sha256":"[0-9a-f]{64}"/);
  assert.doesNotMatch(JSON.stringify(kept), /pixels|cGl4ZWxz/);
  assert.equal((artifacts.get('answer_check') as { text: string }).text, 'It is fine.');
});

test('the record of the case names each call with the version that answered', async () => {
  const { context } = createTestContext(['a', 'b']);
  const settings = readSettings(context, {});
  await ask(context, settings, 'first', { prompt: [] });
  await ask(context, settings, 'second', { prompt: [] });
  assert.deepEqual(
    settings.asked.map(({ name, prompt, answer, answered_by }) => [
      name,
      prompt.artifact_key,
      answer.artifact_key,
      ...answered_by,
    ]),
    [
      ['first', 'prompt_first', 'answer_first', 'some-model-1'],
      ['second', 'prompt_second', 'answer_second', 'some-model-1'],
    ],
  );
});
