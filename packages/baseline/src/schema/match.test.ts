import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchAfter, matchContext, matchLabel } from './match.ts';

const labels = [{ words: ['due', 'date'], weight: 1 }];

test('the nearer a label, the better the match', () => {
  const near = matchContext('Due date: ', labels).score;
  const far = matchContext('Due date of the second big invoice: ', labels).score;
  assert.ok(near > far && far > 0, `${near} ${far}`);
  assert.equal(matchContext('Issued on ', labels).score, 0);
});

test('a head of a column should be the phrase, not just hold it', () => {
  assert.ok(matchLabel('Due date', labels).score > matchLabel('Due date of shipment', labels).score);
});

test('the word after a number names it', () => {
  assert.ok(matchAfter(' employees in two offices', [{ words: ['employees'], weight: 1 }]) > 0.5);
  assert.equal(matchAfter('. Employees', [{ words: ['employees'], weight: 1 }]), 0);
});
