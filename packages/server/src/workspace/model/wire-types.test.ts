import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wireType } from './wire-types.ts';

test('types are named as the API names them, with lists and decimals; unknown ones are String', () => {
  const cases: [type: string, name: string][] = [
    ['BIGINT', 'Int64'],
    ['TIMESTAMP WITH TIME ZONE', 'DateTime'],
    ['DECIMAL(18,3)', 'Decimal(18, 3)'],
    ['INTEGER[]', 'Array(Int32)'],
    ['DECIMAL(4, 1)[3][]', 'Array(Array(Decimal(4, 1)))'],
    ['STRUCT(a INTEGER)', 'String'],
  ];
  for (const [type, name] of cases) {
    assert.equal(wireType({ type, nullable: false }), name);
    assert.equal(wireType({ type, nullable: true }), `Nullable(${name})`);
  }
});
