import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeWords } from './change-words.ts';

test('a change names each rule by its title, and by its id when the title is not known', () => {
  const rules = [{ rule_id: 'r1', title: 'Weapons' }];
  const words = changeWords(
    [
      { rule_id: 'r1', from: 'hit', to: 'not_hit' },
      { rule_id: 'r2', from: 'undecided', to: 'hit' },
    ],
    rules,
  );
  assert.equal(words, '“Weapons” not met instead of met, and “r2” met instead of undecided');
});

test('a change of an input names the passage that would not be there', () => {
  const gone = { input: 'product_listing', from: 'A fixed blade.', to: '' };
  assert.equal(changeWords([gone], []), 'product_listing without “A fixed blade.”');
  assert.equal(
    changeWords([{ ...gone, to: 'A fork.' }], []),
    'product_listing with “A fork.” instead of “A fixed blade.”',
  );
});
