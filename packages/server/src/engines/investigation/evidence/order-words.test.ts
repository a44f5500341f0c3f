import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderWords } from './order-words.ts';

for (const [name, source] of Object.entries(orderWords)) {
  test(`${name} is a pattern that compiles and never matches the empty text`, () => {
    const pattern = new RegExp(`(?:${source})`, 'u');
    assert.equal(pattern.test(''), false);
  });
}

test('Latin words are written as folded texts have them: small, without accents', () => {
  for (const name of ['IGNORE_LATIN', 'RULES_LATIN', 'RULES_IGNORED_LATIN', 'ANSWER_LATIN'] as const) {
    const words = orderWords[name].replaceAll(/\\\w/g, ' ');
    assert.equal(words, words.toLowerCase(), name);
    assert.equal(words, words.normalize('NFD').replaceAll(/\p{M}/gu, ''), name);
  }
});

const ignores = new RegExp(orderWords.IGNORE_LATIN, 'u');
test('only imperatives count: a report of what people do is no order', () => {
  for (const order of ['ignore the rules', 'disregard all of it', 'skip every check', 'do not apply the policy'])
    assert.ok(ignores.test(order), order);
  for (const report of ['customers ignore the rules', 'they did not forget it', 'he can override it'])
    assert.ok(!ignores.test(report), report);
});
