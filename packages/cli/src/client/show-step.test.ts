import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showStep } from './show-step.ts';

const step = {
  seq: 3,
  name: 'ask',
  kind: 'model',
  model: 'm',
  status: 'succeeded',
  duration_ms: 1_500,
  cost: 0.01,
  input_tokens: 10,
  output_tokens: 2,
  cached_input_tokens: 4,
  reused_from: 'j0',
  retries: [{ error: 'overloaded', duration_ms: 20 }],
  error: null,
  request: {
    messages: [
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'Who?' },
          { type: 'image', bytes: 7 },
        ],
      },
    ],
  },
  answer: { text: 'Ada', tool_calls: [{ tool: 'look', input: { id: 1 } }] },
  result: null,
} as never;

test('a step shows its facts, what was asked and what came back', () => {
  const shown = showStep(step);
  for (const part of ['step 3: ask', '10 in (4 from the cache), 2 out', 'from job j0', 'overloaded', '[user]\nWho?'])
    assert.ok(shown.includes(part), part);
  assert.match(shown, /\(image 7 bytes\)/);
  assert.match(shown, /── answer\nAda\ncalls look \{"id":1\}$/);
});
