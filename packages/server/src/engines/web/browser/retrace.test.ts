import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageView } from './page-view.ts';
import { findSame } from './retrace.ts';

const page = (...labels: string[]): PageView => ({
  url: 'https://h/',
  title: '',
  text: '',
  elements: labels.map((label, at) => ({ id: at + 1, kind: 'button', label })),
});

test('a control is found again at its place, or where it is the only one of its kind and label', () => {
  const click = (element: number) => ({ action: 'click' as const, element });
  assert.equal(findSame(click(2), page('A', 'Pay'), page('A', 'Pay'))?.element, 2);
  assert.equal(findSame(click(2), page('A', 'Pay'), page('New', 'A', 'Pay'))?.element, 3);
  assert.equal(findSame(click(2), page('Pay', 'Pay'), page('Pay', 'Pay', 'Pay'))?.element, 2);
});

test('one that is gone, is another or could be several is not guessed', () => {
  const click = { action: 'click' as const, element: 3 };
  const seen = page('A', 'B', 'Pay 10');
  assert.equal(findSame(click, seen, page('A', 'B', 'Pay 20')), undefined);
  assert.equal(findSame(click, seen, page('Pay 10', 'Pay 10')), undefined);
  assert.equal(findSame(click, page('A'), seen), undefined);
  assert.deepEqual(findSame({ action: 'scroll' }, seen, page()), { action: 'scroll' });
});
