import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listValues } from './known-values.ts';
import { suggest } from './suggest.ts';

const texts = async (q: string, at?: number): Promise<string[]> =>
  (await suggest({} as never, 'org', q, at)).suggestions.map(({ text }) => text);

test('an empty query proposes fields, at most twelve', async () => {
  const { from, to, suggestions } = await suggest({} as never, 'org', '');
  assert.deepEqual([from, to, suggestions.length], [0, 0, 12]);
  assert.ok(suggestions.every(({ text }) => /[:.]$/.test(text)));
});

test('the term at the cursor is completed, and the whole of it is replaced', async () => {
  const q = 'status:failure cos since:24h';
  const found = await suggest({} as never, 'org', q, 17);
  assert.deepEqual([q.slice(found.from, found.to), found.suggestions[0]!.text], ['cos', 'cost:']);
});

test('values of a field are completed with what stands before them', async () => {
  assert.deepEqual(await texts('status:fail'), ['status:failure']);
  assert.deepEqual(await texts('-STATUS:success,ca'), ['-STATUS:success,cancelled', '-STATUS:success,cached']);
  assert.deepEqual(await texts('cost:>='), ['cost:>=0.1', 'cost:>=1']);
});

test('a field that does not exist has no values', async () => {
  assert.deepEqual(await texts('constructor:x'), []);
});

test('a name that is no field asks nothing', async () => {
  assert.deepEqual(await listValues({} as never, 'org', { name: 'hasOwnProperty', path: [], begins: '' }), []);
});
