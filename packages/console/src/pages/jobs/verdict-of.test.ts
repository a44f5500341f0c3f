import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verdictOf } from './verdict-of.ts';

test('only a verdict that is text is shown', () => {
  const fields = [{ verdict: 'approved' }, { verdict: 7 }, {}, null, undefined];
  assert.deepEqual(
    fields.map((ui_fields) => verdictOf({ ui_fields })),
    ['approved', undefined, undefined, undefined, undefined],
  );
});
