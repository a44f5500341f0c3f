import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTools } from './build-tools.ts';
import { splitTypes } from './split-types.ts';

test('a value of several types is a choice of schemas with one type each', () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: ['string', 'null'], minLength: 1, description: 'A name.', examples: [{ type: ['a'] }] },
      list: { type: 'array', items: { type: ['integer', 'null'] } },
      required: { type: ['boolean', 'null'] },
      type: { type: 'string' },
    },
    required: ['name'],
  };
  assert.deepEqual(splitTypes(schema), {
    type: 'object',
    properties: {
      name: {
        description: 'A name.',
        examples: [{ type: ['a'] }],
        anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }],
      },
      list: { type: 'array', items: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
      required: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
      type: { type: 'string' },
    },
    required: ['name'],
  });
});

test('no tool has a list of types', () => {
  for (const { name, inputSchema } of buildTools)
    assert.doesNotMatch(JSON.stringify(inputSchema), /"type":\[/, `${name} has a list of types`);
});
