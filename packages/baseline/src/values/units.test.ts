import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convert, unitAfter, unitOfField } from './units.ts';

test('a number is converted to the unit of its field', () => {
  assert.equal(convert(5, unitAfter(' years')!, unitOfField('term_months')!), 60);
  assert.equal(convert(2.5, unitAfter('kg')!, unitOfField('weightGrams')!), 2_500);
  assert.equal(convert(90, unitAfter(' minutes')!, unitOfField('duration', 'How long it took, in hours')!), 1.5);
});

test('what measures something else is no conversion', () => {
  assert.equal(convert(5, unitAfter(' years')!, unitOfField('weight_kg')!), undefined);
  assert.equal(convert(6, unitAfter(' months')!, unitOfField('term_days')!), undefined);
});

test('a word that only begins like a unit is none, and a field without a unit has none', () => {
  assert.equal(unitAfter(' kgs of'), undefined);
  assert.equal(unitAfter(' daylight'), undefined);
  assert.equal(unitOfField('total_amount', 'What is due'), undefined);
  assert.equal(unitOfField('plan_m'), undefined, 'one letter says too little');
});
