import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outbound } from '#platform/outbound/client.ts';
import { createTestContext } from '../../../test/engine-context.ts';
import { pluck } from '../../../test/pluck.ts';
import { createSearch } from './search.ts';
import { readWebSettings } from './settings.ts';

/** A search service that has these pages of results. */
function searchOf(pages: unknown[][]) {
  const asked: URL[] = [];
  const outbound = {
    async request({ url }: { url: string }) {
      const at = new URL(url);
      asked.push(at);
      const results = pages[Number(at.searchParams.get('pageno')) - 1] ?? [];
      return { failure: null, status: 200, body: Buffer.from(JSON.stringify({ results })), headers: {}, timing: {} };
    },
  } as unknown as Outbound;
  const search = createSearch(readWebSettings({ ERRAND_SEARCH_URL: 'http://search' }), outbound)!;
  return { asked, find: (limit: number) => search(createTestContext().context, 'green tea & more', limit) };
}
const result = (name: string) => ({ url: `https://${name}.example/`, title: name, content: `About\n ${name}` });

test('pages are asked for until there is enough, and each address is given once', async () => {
  const { asked, find } = searchOf([[result('a'), result('b')], [result('b'), result('c')], [result('d')]]);
  assert.deepEqual(pluck(await find(3), 'title', 'snippet'), [
    ['a', 'About a'],
    ['b', 'About b'],
    ['c', 'About c'],
  ]);
  assert.equal(asked.length, 2);
  assert.equal(asked[0]?.searchParams.get('q'), 'green tea & more');
});

test('a page with nothing new is the last one', async () => {
  const { asked, find } = searchOf([[result('a')], [result('a')], [result('b')]]);
  assert.equal((await find(10)).length, 1);
  assert.equal(asked.length, 2);
});

test('entries that are no results are skipped: other schemes, wrong types, nothing', async () => {
  const { find } = searchOf([
    [{ url: 'javascript:alert(1)' }, { url: 5 }, null, 'text', { url: 'https://a.example/' }],
  ]);
  assert.deepEqual(await find(10), [{ url: 'https://a.example/', title: '', snippet: '' }]);
});

test('without a service and without sites there is no search', () => {
  assert.equal(createSearch(readWebSettings({}), {} as Outbound), undefined);
});
