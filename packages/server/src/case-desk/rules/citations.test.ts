import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDisagreement } from './citations.ts';

const holds = (sentence: string, ...quotes: string[]) =>
  assert.equal(findDisagreement(sentence, quotes), undefined, sentence);
const fails = (problem: RegExp, sentence: string, ...quotes: string[]) =>
  assert.match(findDisagreement(sentence, quotes) ?? '', problem, sentence);

test('a sentence may say what it quotes in other words, and more than it quotes', () => {
  holds('The employer confirmed a monthly wage of EUR 1,200.', 'confirms the wage of 1,200 EUR');
  holds('On 3 March, twelve transfers of 3,000 USD arrived from two countries.', 'amount: 3000');
  holds('A knife was offered.', 'knife with a fixed blade');
  holds('He has no job.', 'no employment was found');
  holds('The agent refused it.', 'rejected');
  holds('The customer denied the payment.', 'The customer denies that she made the payment');
  holds('Nothing is quoted here.');
});

test('a sentence with other numbers than its quotations is told so', () => {
  fails(/has 9000000, and the quotation has 1200/, 'The wage is 9,000,000.', 'confirms the wage of 1,200 EUR');
  holds('Two payments, 40 and 60 EUR.', 'paid 40 EUR', 'paid 60 EUR');
});

test('a sentence that denies what its quotation affirms, or affirms what it denies, is told so', () => {
  fails(/opposite/, 'The employer denies the wage.', 'The employer confirms the wage');
  fails(/opposite/, 'The customer is on a sanctions list.', 'The customer is not on a sanctions list');
  fails(/opposite/, 'The identity check failed.', 'The identity check was passed');
});
