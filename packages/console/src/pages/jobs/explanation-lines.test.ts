import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExplanation } from './explanation-lines.ts';

test('items and what belongs to them are told apart, and references have names', () => {
  const text = 'The verdict is "approved".\n\n- Return policy: met.\n  The evidence $REF_1$ says: "30 days"\n$REF_9$';
  assert.deepEqual(readExplanation(text, new Map([['$REF_1$', 'product_listing']])), [
    { kind: 'text', text: 'The verdict is "approved".' },
    { kind: 'item', text: 'Return policy: met.' },
    { kind: 'detail', text: 'The evidence product_listing says: "30 days"' },
    { kind: 'text', text: 'REF_9' },
  ]);
});
