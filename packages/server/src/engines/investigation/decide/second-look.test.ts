import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyRule } from '#policies/model.ts';
import { createTestContext } from '../../../../test/engine-context.ts';
import { readSettings } from '../ask/settings.ts';
import { type Doubt, lookAgain } from './second-look.ts';

const rule = {
  category: 'Goods',
  categoryDescription: '',
  title: 'Weapons',
  description: '',
  flag: null,
  subRules: [],
};
const doubt = (number: string): Doubt => ({
  rule: { ...rule, id: number } as PolicyRule,
  number,
  passage: { reference: '$REF_1$', quote: `passage of ${number}` },
});

test('only a clear no for its passage lets the finding "not hit" stand', async () => {
  const looks = [
    { rule: 'R1', shows: false, reasoning: '' },
    { rule: ' R2 ', shows: true, reasoning: '' },
    { rule: 'R3', shows: false, reasoning: '' },
    { rule: 'R3', shows: true, reasoning: '' },
    { rule: 'R9', shows: false, reasoning: '' },
  ];
  const { context, asked } = createTestContext([{ looks }]);
  const doubts = ['R1', 'R2', 'R3', 'R4'].map((number) => doubt(number));
  const found = await lookAgain(context, readSettings(context, {}), 'rules', doubts);
  assert.deepEqual([...found.keys()], ['R2', 'R3', 'R4']);
  assert.match(found.get('R4')!, /passage of R4/);
  assert.equal(asked.length, 1);
});

test('without a doubt no model is asked', async () => {
  const { context, asked } = createTestContext();
  assert.equal((await lookAgain(context, readSettings(context, {}), 'rules', [])).size, 0);
  assert.deepEqual(asked, []);
});
