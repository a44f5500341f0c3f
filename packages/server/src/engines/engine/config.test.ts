import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { readEngineConfig } from './config.ts';
import { EngineFailure } from './engine.ts';

const schema = Type.Object({
  url: Type.String(),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  count: Type.Optional(Type.Integer({ default: 10 })),
  flag: Type.Optional(Type.Boolean()),
  output_schema: Type.Optional(Type.Object({}, { additionalProperties: true })),
  list: Type.Optional(Type.Array(Type.String())),
  effort: Type.Optional(Type.Enum(['low', 'high'])),
});
const read = (config: Record<string, unknown>) => readEngineConfig(schema, { url: 'u', ...config });

const converted: [given: Record<string, unknown>, wanted: Record<string, unknown>][] = [
  [{ temperature: '0.0' }, { temperature: 0 }],
  [{ temperature: ' 0.5 ' }, { temperature: 0.5 }],
  [{ temperature: 0.5 }, { temperature: 0.5 }],
  [{ count: '12' }, { count: 12 }],
  [{ count: '1e2' }, { count: 100 }],
  [{ count: '+7' }, { count: 7 }],
  [{ flag: 'True' }, { flag: true }],
  [{ flag: 'false' }, { flag: false }],
  [{ flag: false }, { flag: false }],
  [{ output_schema: '{"type":"object"}' }, { output_schema: { type: 'object' } }],
  [{ output_schema: { type: 'object' } }, { output_schema: { type: 'object' } }],
  [{ list: '["a","b"]' }, { list: ['a', 'b'] }],
  [{ effort: 'low' }, { effort: 'low' }],
];

for (const [given, wanted] of converted) {
  test(`${JSON.stringify(given)} is read as ${JSON.stringify(wanted)}`, () => {
    assert.deepEqual(read(given), { url: 'u', count: 10, ...wanted });
  });
}

const refused: [given: Record<string, unknown>, key: string][] = [
  [{ temperature: 'warm' }, 'temperature'],
  [{ temperature: '2' }, 'temperature'],
  [{ temperature: '0x1' }, 'temperature'],
  [{ temperature: 'Infinity' }, 'temperature'],
  [{ temperature: true }, 'temperature'],
  [{ count: '1.5' }, 'count'],
  [{ flag: 'yes' }, 'flag'],
  [{ output_schema: '{"type":' }, 'output_schema'],
  [{ output_schema: '[]' }, 'output_schema'],
  [{ output_schema: '['.repeat(10_000) + ']'.repeat(10_000) }, 'output_schema'],
  [{ list: '[1]' }, 'list'],
  [{ effort: 'medium' }, 'effort'],
  [{ url: 5 }, 'url'],
  [{ url: null }, 'url'],
  [{ url: undefined }, 'url'],
];

for (const [given, key] of refused) {
  test(`${JSON.stringify(given).slice(0, 60)} fails the job with a short message that names ${key}`, () => {
    assert.throws(
      () => read(given),
      (error: unknown) =>
        error instanceof EngineFailure && error.message.includes(`'${key}'`) && error.message.length < 200,
    );
  });
}

test('keys the engine does not know are kept', () => {
  assert.deepEqual(read({ other: { a: 1 } }), { url: 'u', count: 10, other: { a: 1 } });
});

test('an optional value that is null, or the empty text of an input not supplied, counts as left out', () => {
  assert.deepEqual(read({ temperature: '', flag: null, count: '' }), { url: 'u', count: 10 });
});

test('an empty text stays where text is wanted', () => {
  assert.equal(read({ url: '' }).url, '');
});
