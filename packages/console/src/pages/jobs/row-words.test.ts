import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyJob } from '@errand/sdk';
import { inputPreview } from './input-preview.ts';
import { outcomeOf, tokensOf, versionOf } from './row-words.ts';

const inputs = (...values: [string, string?][]) => ({
  job_inputs: values.map(([value, name]) => ({
    value,
    ...(name !== undefined && { file_name: name }),
  })) as AnyJob['job_inputs'],
});

test('the first input that says something is shown, a file by its name, a long text cut', () => {
  assert.equal(inputPreview(inputs([''], ['id', 'a.pdf'])), 'a.pdf');
  assert.equal(inputPreview(inputs(['x'.repeat(999)])).length, 200);
  assert.equal(inputPreview(inputs()), '');
});

test('a job that failed or waits for another attempt says why, any other its verdict', () => {
  const outcome = (status_code: number) =>
    outcomeOf({ status_code, error_message: 'No page.', ui_fields: { verdict: 'approved' } as never });
  assert.deepEqual([2, 3, 4, 5].map(outcome), ['No page.', 'approved', 'No page.', 'approved']);
});

test('tokens are summed, and unknown ones are not zero', () => {
  assert.equal(tokensOf({ input_tokens: 5, output_tokens: null }), '5');
  assert.notEqual(
    tokensOf({ input_tokens: null, output_tokens: null }),
    tokensOf({ input_tokens: 0, output_tokens: 0 }),
  );
  assert.equal(versionOf({ agent_version_name: 'unnamed version' }), null);
});
