import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkValue, findConfigProblems, sortRefusal } from './config-problems.ts';

const schema = {
  type: 'object',
  required: ['template'],
  properties: {
    template: {},
    pages: { type: 'integer', minimum: 1, maximum: 50 },
    effort: { enum: ['low', 'high'] },
    trust: { type: 'object', properties: { min: { type: 'number', maximum: 1, title: 'Lowest' } } },
  },
};

test('every key tells its own problem, in words of what to do', () => {
  assert.deepEqual(findConfigProblems(schema, { pages: 80, effort: 'mid', trust: { min: 2 } }), {
    template: 'Required.',
    pages: 'From 1 to 50.',
    effort: 'Choose one of low, high.',
    trust: 'Lowest: At most 1.',
  });
});

test('a text with placeholders is not checked, because jobs fill it', () => {
  assert.equal(checkValue({ type: 'integer', maximum: 5 }, '${pages}'), undefined);
  assert.equal(checkValue({ type: 'integer' }, 'many'), 'Enter a number.');
  assert.equal(checkValue({ type: 'integer' }, 1.5), 'Enter a whole number.');
});

test('what the server refuses goes to its field, and nothing gets lost', () => {
  const fields = {
    engine_config: ["Configuration 'pages' must be <= 50, but is 80.", "'policy' is gone."],
    input_definitions: ["Key '1' must begin with a letter."],
    version_name: ['Too long.'],
  };
  assert.deepEqual(sortRefusal(fields, schema), {
    keys: { pages: "Configuration 'pages' must be <= 50, but is 80." },
    inputs: ["Key '1' must begin with a letter."],
    rest: ["'policy' is gone.", 'Too long.'],
  });
});
