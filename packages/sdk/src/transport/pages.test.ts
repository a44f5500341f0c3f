import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplies, json } from '../../test/replies.ts';
import { createErrand } from '../client.ts';

const page = (results: unknown[], next: string | null) => json({ count: 3, next, previous: null, results });

test('every item of every page comes, with the filters of the call and from the page that it names', async () => {
  const { fetch, sent } = createReplies(page([{ id: '1' }, { id: '2' }], 'more'), page([{ id: '3' }], null));
  const { agents } = createErrand({ fetch });
  const ids = (await Array.fromAsync(agents.list.all({ search: 'x', page: 2 }))).map(({ id }) => id);
  assert.deepEqual(ids, ['1', '2', '3']);
  assert.deepEqual(
    sent.map(({ url }) => url.split('?')[1]),
    ['search=x&page=2', 'search=x&page=3'],
  );
});

test('lists by cursor continue from the cursor of the page before', async () => {
  const jobs = (next_cursor: string | null) => json({ results: [{ id: next_cursor ?? 'last' }], next_cursor });
  const { fetch, sent } = createReplies(jobs('a'), jobs('b'), jobs(null));
  const found = await Array.fromAsync(createErrand({ fetch }).jobs.list.all({ page_size: 1 }));
  assert.equal(found.length, 3);
  assert.deepEqual(
    sent.map(({ url }) => url.split('?')[1]),
    ['page_size=1', 'page_size=1&cursor=a', 'page_size=1&cursor=b'],
  );
});

test('pages that nobody asks for are not read', async () => {
  const { fetch, sent } = createReplies(page([{ id: '1' }], 'more'));
  for await (const { id } of createErrand({ fetch }).agents.list.all()) if (id === '1') break;
  assert.equal(sent.length, 1);
});

test('ids of the path and options reach every page', async () => {
  const { fetch, sent } = createReplies(page([{ id: '1' }], 'more'), page([], null));
  await Array.fromAsync(createErrand({ fetch }).jobs.ofAgent.all('a', {}, { headers: { 'x-own': '1' } }));
  assert.deepEqual(
    sent.map(({ url, headers }) => [url, headers['x-own']]),
    [
      ['/v1/agents/a/jobs/', '1'],
      ['/v1/agents/a/jobs/?page=2', '1'],
    ],
  );
});

test('versions, which the service lists in two shapes, are paged too', async () => {
  const { fetch, sent } = createReplies(page([{ id: '1' }], null));
  assert.equal((await Array.fromAsync(createErrand({ fetch }).versions.list.all('a'))).length, 1);
  assert.match(sent[0]!.url, /page=1/);
});
