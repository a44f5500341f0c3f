import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Errand } from '@errand/sdk';
import { MissingError, UsageError } from '../terminal/errors.ts';
import { findId, findNamed } from './find.ts';
import { getRow } from './table.ts';

const found = [
  { id: '1', name: 'Letter' },
  { id: '2', name: 'Twin' },
  { id: '3', name: 'twin' },
];

/** A client whose lists hold these items. */
function listing(items: object[], asked: unknown[][] = []): Errand {
  const list = Object.assign(async () => items, {
    async *all(...args: unknown[]) {
      asked.push(args);
      yield* items;
    },
  });
  const resource = new Proxy({}, { get: () => list });
  return new Proxy({}, { get: () => resource }) as Errand;
}
const find = (items: object[], text: string, list = 'agents.list') =>
  findNamed<{ id: string }>(listing(items), list, text);

test('a name finds its only owner, in any case', async () => {
  assert.equal((await find(found, 'LETTER')).id, '1');
});

test('a name of several is refused with their ids, one of none with similar names', async () => {
  await assert.rejects(find(found, 'Twin'), (error) => error instanceof UsageError && /2, 3/.test(error.message));
  await assert.rejects(find(found, 'Lett'), (error) => error instanceof MissingError && /Letter/.test(error.message));
  await assert.rejects(find([], 'x', 'policies.list'), /errand policies list/);
});

test('a version is found by its name below its owner, the newest first; a knowledge base also by its company', async () => {
  const asked: unknown[][] = [];
  const versions = [
    { id: '9', version_name: 'warm' },
    { id: '8', version_name: 'warm' },
  ];
  const { params } = getRow('versions.setCurrent');
  const known = { agent_id: '1' };
  assert.equal(await findId(listing(versions, asked), params[1]!, 'warm', known), '9');
  assert.equal(asked[0]![0], '1');
  assert.equal((await find([{ id: '5', name: null, company: 'Acme' }], 'acme', 'knowledge.list')).id, '5');
});

test('an id needs no request, and what has no list is taken as it is', async () => {
  const id = '0198C0DE-5b7a-7c3e-9f00-1a2b3c4d5e6f';
  assert.equal(await findId({} as Errand, getRow('agents.get').params[0]!, id), id.toLowerCase());
  assert.equal(await findId({} as Errand, { name: 'table_name' }, 'orders'), 'orders');
});
