import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplies, json } from '../test/replies.ts';
import { createErrand } from './client.ts';

test('versions come in pages, also when no page is named', async () => {
  const page = { count: 0, next: null, previous: null, results: [] };
  const { fetch, sent } = createReplies(json(page), json(page));
  const { versions } = createErrand({ fetch });
  assert.deepEqual(await versions.list('a'), page);
  await versions.list('a', { page: 3, page_size: 5 });
  assert.deepEqual(
    sent.map(({ url }) => new URL(url, 'http://errand.example').search),
    ['?page=1', '?page=3&page_size=5'],
  );
});
