import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyJob } from '@errand/sdk';
import { findNeighbour, type JobPages, replaceRows } from './job-pages.ts';

const pagesOf = (...pages: string[][]) =>
  ({
    pages: pages.map((ids) => ({ results: ids.map((id) => ({ id, status_code: 1 })) })),
    pageParams: [],
  }) as unknown as JobPages;

test('fresh rows take the places of old ones; rows that are not in the list stay out', () => {
  const list = pagesOf(['c', 'b'], ['a']);
  const fresh = new Map(['b', 'z'].map((id) => [id, { id, status_code: 3 } as AnyJob]));
  const after = replaceRows(list, fresh);
  assert.deepEqual(
    after.pages.map((page) => page.results.map(({ id, status_code }) => `${id}${status_code}`)),
    [['c1', 'b3'], ['a1']],
  );
  assert.equal(after.pages[1], list.pages[1], 'a page without news is the same, so nothing is drawn again');
});

test('neighbours come from the first list that has the job, across pages, and end with it', () => {
  const lists = [undefined, pagesOf(['x', 'y']), pagesOf(['c', 'b'], ['a', 'x'])];
  assert.equal(findNeighbour(lists, 'b', 1), 'a');
  assert.equal(findNeighbour(lists, 'b', -1), 'c');
  assert.equal(findNeighbour(lists, 'c', -1), undefined);
  assert.equal(findNeighbour(lists, 'x', 1), 'y');
  assert.equal(findNeighbour(lists, 'nowhere', 1), undefined);
});
