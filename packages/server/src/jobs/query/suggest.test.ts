import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { listPaths, listValues } from './known-values.ts';
import { suggest } from './suggest.ts';

const db = scriptedDb({
  'from agents': [{ text: 'Invoice reader', count: 3 }],
  'j.metadata as value': [{ value: { case: 'a', 'my key': 1 } }],
});
const texts = async (q: string, at?: number): Promise<string[]> =>
  (await suggest(db, 'org', q, at)).suggestions.map(({ text }) => text);

test('an empty query proposes fields, at most twelve', async () => {
  const { from, to, suggestions } = await suggest(db, 'org', '');
  assert.deepEqual([from, to, suggestions.length], [0, 0, 12]);
  assert.ok(suggestions.every(({ text }) => /[:.]$/.test(text)));
});

test('the term at the cursor is completed, and the whole of it is replaced', async () => {
  const q = 'status:failure cos since:24h';
  const found = await suggest(db, 'org', q, 17);
  assert.deepEqual([q.slice(found.from, found.to), found.suggestions[0]!.text], ['cos', 'cost:']);
});

test('values of a field are completed with what stands before them', async () => {
  assert.deepEqual(await texts('status:fail'), ['status:failure']);
  assert.deepEqual(await texts('-STATUS:success,ca'), ['-STATUS:success,cancelled', '-STATUS:success,cached']);
  assert.deepEqual(await texts('cost:>='), ['cost:>=0.1', 'cost:>=1']);
});

test('a value that has spaces is quoted, and spaces in quotation marks end no term', async () => {
  assert.deepEqual(await texts('agent:inv'), ['agent:"Invoice reader"']);
  const q = 'tag:x agent:"Invoice re';
  assert.equal((await suggest(db, 'org', q)).from, 6);
});

test('after the root of a path its known paths follow, quoted where needed', async () => {
  assert.deepEqual(await texts('metadata.'), ['metadata.case:', 'metadata."my key":']);
  assert.deepEqual(await texts('-metadata.ca'), ['-metadata.case:']);
});

test('a field that does not exist has no values', async () => {
  assert.deepEqual(await texts('constructor:x'), []);
});

test('what was typed is compared as it is: percent signs and underscores are no patterns', async () => {
  const asked = scriptedDb();
  await listValues(asked, 'org', { name: 'agent', path: [], begins: '50%_' });
  assert.equal(asked.sent[0]!.values[1], '50\\%\\_%');
});

test('a name that is no field asks nothing', async () => {
  const asked = scriptedDb();
  assert.deepEqual(await listValues(asked, 'org', { name: 'hasOwnProperty', path: [], begins: '' }), []);
  assert.equal(asked.sent.length, 0);
});

test('the values of things that have names say what they are, the others how frequent they are', async () => {
  const about = async (name: string) =>
    (await listValues(scriptedDb({ select: [{ text: 'x', count: 4 }] }), 'org', { name, path: [], begins: '' }))[0]!
      .about;
  assert.equal(await about('agent'), 'agent');
  assert.equal(await about('key'), 'API key');
  assert.match(await about('verdict'), /^4 /);
});

const paths = async (root: 'input' | 'output' | 'metadata', ...values: unknown[]): Promise<string[]> =>
  (await listPaths(scriptedDb({ 'as value': values.map((value) => ({ value })) }), 'org', root)).map(
    ({ text }) => text,
  );

test('paths of JSON inputs begin with the key of the input, those of outputs inside', async () => {
  const items = [{ key: 'order', value: '{"total":{"net":1}}' }];
  assert.deepEqual(await paths('input', items), ['input.order.total.net']);
  assert.deepEqual(await paths('output', items), ['output.total.net']);
  assert.deepEqual(await paths('output', [{ key: 'note', value: '{not json' }]), ['output.note']);
});

test('the most frequent path comes first; lists, quotation marks and great depth are left out', async () => {
  const deep = { a: { b: { c: { d: { e: 1 } } } } };
  assert.deepEqual(await paths('metadata', { x: 1, y: 1 }, { y: null, list: [1], 'a"b': 1, ...deep }), [
    'metadata.y',
    'metadata.x',
  ]);
});
