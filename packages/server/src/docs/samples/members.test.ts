import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listMembers } from './members.ts';

const text = (description: string) => ({ type: 'string', description });

test('members have their name, type, whether they are required, and what they mean', () => {
  const schema = {
    type: 'object',
    required: ['name'],
    properties: {
      name: text('What it is called.'),
      kind: { type: 'string', enum: ['a', 'b'], default: 'a', description: 'Which one.' },
      until: { anyOf: [{ type: 'string', format: 'date-time', description: 'When it ends.' }, { type: 'null' }] },
      anything: {},
    },
  };
  assert.deepEqual(listMembers(schema, {}), [
    { name: 'name', type: 'string', required: true, description: 'What it is called.' },
    { name: 'kind', type: '"a", "b"', required: false, description: 'Which one. Default: `"a"`.' },
    { name: 'until', type: 'string (date-time) or null', required: false, description: 'When it ends.' },
    { name: 'anything', type: 'any', required: false, description: '' },
  ]);
  assert.deepEqual(listMembers(undefined, {}), []);
});

test('members of lists and of named schemas are listed too, one level deep', () => {
  const components = {
    Body: {
      type: 'object',
      properties: { inputs: { type: ['array', 'null'], items: { $ref: '#/components/schemas/Input' } } },
    },
    Input: {
      type: 'object',
      required: ['key'],
      properties: { key: text('Its key.'), more: { type: 'object', properties: { deep: {} } } },
    },
  };
  const rows = listMembers({ $ref: '#/components/schemas/Body' }, components);
  assert.deepEqual(
    rows.map(({ name, type }) => [name, type]),
    [
      ['inputs', 'list of object or null'],
      ['inputs[].key', 'string'],
      ['inputs[].more', 'object'],
    ],
  );
  assert.equal(rows[1]!.required, true);
});

test('a schema that contains itself ends', () => {
  const components = { Tree: { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } } };
  assert.deepEqual(
    listMembers(components.Tree, components).map(({ name }) => name),
    ['child', 'child.child'],
  );
});
