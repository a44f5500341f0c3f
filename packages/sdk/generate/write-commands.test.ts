import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { readOperation } from './operations.ts';
import { writeCommands } from './write-commands.ts';

const Shop = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  note: Type.Object({}),
  created_at: Type.String({ format: 'date-time' }),
  is_open: Type.Boolean(),
});
const Item = Type.Object({ id: Type.String(), version_name: Type.String(), name: Type.String() });
const define = (name: string, method: 'GET' | 'POST', path: string, more: object) =>
  readOperation(name, { method, path, tag: 'Shops', summary: name, responses: { 200: Shop }, ...more });
const body = Type.Object({
  shop_ids: Type.Array(Type.String(), { description: 'Where. And more.' }),
  base_version_id: Type.Optional(Type.String()),
  kind: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
});
const rows = JSON.parse(
  writeCommands({
    shops: [
      define('list', 'GET', '/v1/shops/', { responses: { 200: Type.Array(Shop) } }),
      define('items', 'GET', '/v1/shops/:shop_id/versions/', { responses: { 200: Type.Array(Item) } }),
      define('move', 'POST', '/v1/shops/:shop_id/move/:item_version_id/', { body }),
    ],
  }),
);

test('an id is found by name in the list before it in the path, or in the list that its name says', () => {
  const [list, items, move] = rows;
  assert.deepEqual(list.params, []);
  assert.deepEqual(items.params, [{ name: 'shop_id', list: 'shops.list', labels: ['name'] }]);
  assert.deepEqual(move.params[1], { name: 'item_version_id', list: 'shops.items', labels: ['version_name'] });
  assert.deepEqual(move.body, [
    { name: 'shop_ids', type: 'texts', isRequired: true, about: 'Where', list: 'shops.list', labels: ['name'] },
    { name: 'base_version_id', type: 'text', list: 'shops.items', labels: ['version_name'] },
    { name: 'kind', type: 'text', choices: ['a', 'b'] },
  ]);
});

test('a list has columns for what people look for, and one operation is one line', () => {
  assert.deepEqual(rows[0].columns, ['id', 'name', 'is_open', 'created_at']);
  assert.equal(rows[2].columns, undefined);
});
