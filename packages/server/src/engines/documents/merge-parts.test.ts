import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeParts } from './merge-parts.ts';

const part = (value: unknown, text = '') => ({ value, pages: [{ number: 1, text }] });

test('lists are concatenated, and a value that is there stays', () => {
  const merged = mergeParts([part({ items: ['a'], total: null }), part({ items: ['b'], total: 3, note: '' })]);
  assert.deepEqual(merged, { items: ['a', 'b'], total: 3, note: '' });
  assert.deepEqual(mergeParts([part({ at: null }), part({ at: null })]), { at: null });
});

test('of two values the one beside the name of its field stays, wherever it was read', () => {
  const early = part({ owner: 'John Doe' }, 'As John Doe told the press, sales rose.');
  const late = part({ owner: 'Jane Roe' }, 'Owner: Jane Roe');
  assert.deepEqual(mergeParts([early, late]), { owner: 'Jane Roe' });
  assert.deepEqual(mergeParts([late, early]), { owner: 'Jane Roe' });
  const unknown = part({ owner: 'Somebody' }, 'nothing of it');
  assert.deepEqual(mergeParts([unknown, part({ owner: 'Anybody' }, 'nothing either')]), { owner: 'Somebody' });
});
