import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyItem } from './every-item.ts';

const page = (results: number[], next: string | null) => ({ count: 3, next, previous: null, results });

test('all pages are read in order, one at a time', async () => {
  const pages = [page([1, 2], 'more'), page([], 'more'), page([3], null)];
  const read: number[] = [];
  const items: number[] = [];
  const list = everyItem(async (number) => {
    read.push(number);
    return pages[number - 1]!;
  });
  for await (const item of list) items.push(item);
  assert.deepEqual(items, [1, 2, 3]);
  assert.deepEqual(read, [1, 2, 3]);
});

test('a caller that stops early requests no further page', async () => {
  let requests = 0;
  const list = everyItem(async () => {
    requests += 1;
    return page([1, 2], 'more');
  });
  for await (const item of list) if (item === 2) break;
  assert.equal(requests, 1);
});
