import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeCall } from './describe-call.ts';

const prompt = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: [{ type: 'file', mediaType: 'image/png', data: { data: new Uint8Array(7) } }] },
];

test('a call is described whole, with the size of a picture instead of its bytes', () => {
  const call = describeCall({ prompt, temperature: 0, tools: [] } as never, { told: 0 });
  assert.deepEqual(call, {
    messages: [
      { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
      { role: 'user', parts: [{ type: 'image', media_type: 'image/png', bytes: 7 }] },
    ],
    settings: { temperature: 0 },
  });
});

test('content that an earlier step has recorded is left out, and that step is named', () => {
  const call = describeCall({ prompt, responseFormat: { type: 'json' } } as never, { told: 1, continues: 'ask' });
  assert.equal(call.continues, 'ask');
  assert.equal((call.messages as unknown[]).length, 1);
  assert.ok(!('answer_schema' in call));
});
