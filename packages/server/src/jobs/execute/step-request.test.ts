import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRedactor } from '#secrets/redact.ts';
import { toStoredRequest } from './step-request.ts';

test('a request keeps its texts, and says how much of a long one was cut', () => {
  const long = 'x'.repeat(200_010);
  const kept = toStoredRequest({ system: 'Be brief.', text: long }, createRedactor()) as Record<string, string>;
  assert.equal(kept.system, 'Be brief.');
  assert.match(kept.text!, /x… \[19 more characters\]$/);
});

test('binary content is counted and not kept', () => {
  assert.deepEqual(toStoredRequest({ data: new Uint8Array(5) }, createRedactor()), { data: { bytes: 5 } });
});

test('a secret is taken out before the cut, so that no half of it stays', () => {
  const redactor = createRedactor();
  redactor.add('s3cret-value', '[secret KEY]');
  const kept = toStoredRequest({ text: `${'x'.repeat(199_995)}s3cret-value` }, redactor) as { text: string };
  assert.doesNotMatch(kept.text, /s3c/);
});

test('a step without a request keeps none', () => {
  assert.equal(toStoredRequest(undefined, createRedactor()), undefined);
});
