import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pluck } from '../../test/pluck.ts';
import {
  categoriesOf,
  classificationsOf,
  instructionsOf,
  narrativeTemplateOf,
  rulesOf,
  summaryTemplateOf,
} from './model.ts';

const content = {
  instructions: 'Be fair.',
  guidelines: {
    categories: [
      {
        title: 'Goods',
        description: 'What is sold.',
        rules: [{ id: '1', title: 'Weapons', flag: 'RED_FLAG', sub_rules: [{ title: 'Knives' }] }],
      },
      { title: 'Empty' },
    ],
  },
  dispositions: { classifications: [{ name: 'approved', description: 'Fine.' }] },
  summary_template: { template: '{{verdict}}' },
  optional: { sar_narrative_template: { template: 'N' } },
};

test('every section of a policy is read', () => {
  assert.deepEqual(rulesOf(content), [
    {
      id: '1',
      category: 'Goods',
      categoryDescription: 'What is sold.',
      title: 'Weapons',
      description: '',
      flag: 'RED_FLAG',
      subRules: [{ id: '', title: 'Knives', description: '' }],
    },
  ]);
  assert.deepEqual(pluck(categoriesOf(content), 'title'), ['Goods', 'Empty']);
  assert.deepEqual(classificationsOf(content), [{ name: 'approved', description: 'Fine.', prompt: '' }]);
  assert.equal(instructionsOf(content), 'Be fair.');
  assert.deepEqual([summaryTemplateOf(content), narrativeTemplateOf(content)], ['{{verdict}}', 'N']);
});

describe('sections of another shape do no harm', () => {
  const odd: Record<string, Record<string, unknown>> = {
    nothing: {},
    nulls: { guidelines: null, dispositions: null, summary_template: null, optional: null },
    texts: { guidelines: 'x', dispositions: 'x', summary_template: 'x', optional: 'x' },
    lists: { guidelines: [1], dispositions: [1], summary_template: [1] },
    'lists of other things': {
      guidelines: { categories: [null, 1, { rules: [null, 'x'] }] },
      dispositions: { classifications: [1] },
    },
  };
  for (const [title, given] of Object.entries(odd)) {
    test(title, () => {
      assert.deepEqual([rulesOf(given), classificationsOf(given)], [[], []]);
      assert.deepEqual([summaryTemplateOf(given), narrativeTemplateOf(given)], [undefined, undefined]);
    });
  }
});

test('guidelines that are not an object are passed on as text', () => {
  assert.equal(instructionsOf({ instructions: 'One.', guidelines: 'Two.' }), 'One.\n\nTwo.');
  assert.equal(instructionsOf({ guidelines: ['a', 'b'] }), '["a","b"]');
});

test('a flag that is none counts as none', () => {
  const [rule] = rulesOf({ guidelines: { categories: [{ rules: [{ flag: 'YELLOW' }] }] } });
  assert.equal(rule?.flag, null);
});
