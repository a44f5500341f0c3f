import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addWord } from '../model/words.ts';
import { choosePlaces, rowOf } from './choose-places.ts';
import type { Candidate, LocatedValue } from './locate.ts';
import type { LocatablePage } from './place.ts';

/** A page on which candidates are placed one after the other. */
const page: LocatablePage & { words: number[] } = { number: 1, text: 'x'.repeat(100), words: [] };
let next = 0;
function at(x: number, y: number, given: Partial<Candidate> = {}): Candidate {
  const start = next;
  next += 2;
  addWord(page.words, start, start + 1, [x, y, x + 10, y + 10]);
  return { page, start, end: start + 1, rank: 0, near: 0, score: 1, ...given };
}
const sought = (field: string, value: string, candidates: Candidate[]): LocatedValue => ({ field, value, candidates });
const boxes = (all: LocatedValue[]): [string, number, number][] =>
  choosePlaces(all).map(({ field, place }) => [field, place.box![0], place.box![1]]);

test('the plainest spelling wins, then the place next to the name of the field', () => {
  const places = boxes([
    sought('/total', '12.50', [at(0, 0), at(0, 50, { near: 1 }), at(0, 90, { rank: 1, near: 2 })]),
  ]);
  assert.deepEqual(places, [['/total', 0, 50]]);
});

test('a short figure that stands everywhere counts only beside its name', () => {
  assert.deepEqual(boxes([sought('/count', '1', [at(0, 0), at(0, 50)])]), []);
  assert.deepEqual(boxes([sought('/count', '1', [at(0, 0), at(0, 50, { near: 1 })])]), [['/count', 0, 50]]);
});

test('values of one object are taken from one row, and two objects from two rows', () => {
  const names = [at(0, 0), at(0, 100)];
  const prices = [at(200, 0), at(200, 100)];
  const places = boxes([
    sought('/items/0/name', 'espresso', names),
    sought('/items/0/price', '3.50', prices),
    sought('/items/1/name', 'espresso', names),
    sought('/items/1/price', '3.50', prices),
  ]);
  assert.deepEqual(
    places.map(([field, , y]) => [field, y]),
    [
      ['/items/0/name', 0],
      ['/items/0/price', 0],
      ['/items/1/name', 100],
      ['/items/1/price', 100],
    ],
  );
});

test('the row of a field is the object of the list that holds it', () => {
  assert.equal(rowOf('/items/3/price'), '/items/3');
  assert.equal(rowOf('/total'), '/total');
});
