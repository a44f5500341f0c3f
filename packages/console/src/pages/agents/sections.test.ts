import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupKeys, titleOf, unknownKeys } from './sections.ts';

const schema = {
  type: 'object',
  required: ['output_schema', 'wish'],
  properties: {
    model: { type: 'string', 'x-section': 'task', 'x-control': 'model' },
    instruction: { type: 'string', 'x-section': 'task', 'x-control': 'long-text' },
    output_schema: { type: 'object' },
    wish: { type: 'string' },
    batch_size: { type: 'integer' },
    pdf_file: { description: 'Another name for pdf_files.' },
    confidence: { type: 'number' },
  },
};

test('keys stand where the engine says, or where their name belongs', () => {
  const groups = groupKeys(schema, {});
  const names = Object.fromEntries(Object.entries(groups).map(([name, keys]) => [name, keys.map((one) => one.name)]));
  assert.deepEqual(names, {
    inputs: [],
    task: ['instruction', 'wish', 'model'],
    output: ['output_schema'],
    trust: ['confidence'],
    approval: [],
    advanced: ['batch_size'],
  });
});

test('an alias is shown where it is used, and unknown keys are kept apart', () => {
  assert.deepEqual(
    groupKeys(schema, { pdf_file: 'x' }).inputs.map(({ name }) => name),
    ['pdf_file'],
  );
  assert.deepEqual(unknownKeys(schema, { model: 'a', colour: 'red' }), { colour: 'red' });
});

test('a key without a title has its name in words', () => {
  assert.equal(titleOf('max_pages', {}), 'Max pages');
  assert.equal(titleOf('max_pages', { title: 'Pages' }), 'Pages');
});
