import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll } from './read-all.ts';

test('every page of a list is read, and an error is nobody’s empty list', async () => {
  const pages = [['a', 'b'], ['c'], ['d']];
  const list = ({ page }: { page: number }) =>
    Promise.resolve({ results: pages[page - 1]!, next: page < pages.length ? `?page=${page + 1}` : null });
  assert.deepEqual(await readAll(list), ['a', 'b', 'c', 'd']);
  await assert.rejects(
    readAll(() => Promise.reject(new Error('no connection'))),
    /no connection/,
  );
});
