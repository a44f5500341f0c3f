import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf, findBoxes, sayingOf } from './denial.ts';

test('a denial is no statement, and neither is a supposition', () => {
  const cases: [string, string][] = [
    ['A sanctions match was found', 'said'],
    ['No sanctions match was found', 'denied'],
    ['The customer isn’t a PEP', 'denied'],
    ['Es liegt kein Treffer vor', 'denied'],
    ['Aucune correspondance', 'denied'],
    ['If a match is found, call us', 'supposed'],
    ['Is the customer a PEP?', 'supposed'],
    ['He allegedly paid', 'supposed'],
  ];
  for (const [clause, saying] of cases) assert.equal(sayingOf(clause), saying, clause);
});

test('yes and no are read from words and boxes, and anything unclear is neither', () => {
  const cases: [string, boolean | undefined][] = [
    ['Yes', true],
    ['no', false],
    ['Nein', false],
    ['[x]', true],
    ['[ ]', false],
    ['[x] yes [ ] no', true],
    ['[ ] yes [x] no', false],
    ['yes ☐ no ☑', false],
    ['[x] yes [x] no', undefined],
    ['[ ] yes [ ] no', undefined],
    ['Yes, but not confirmed', undefined],
    ['perhaps', undefined],
  ];
  for (const [value, answer] of cases) assert.equal(answerOf(value), answer, value);
});

test('a box belongs to the words beside it', () => {
  assert.deepEqual(
    findBoxes('[x] I agree\n[ ] Send me news\nSmoker [ ] Driver [x]').map(({ label, ticked }) => [label, ticked]),
    [
      ['I agree', true],
      ['Send me news', false],
      ['Smoker', false],
      ['Driver', true],
    ],
  );
});
