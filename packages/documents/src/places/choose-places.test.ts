import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Candidate, choosePlaces, rowOf, type Sought } from './choose-places.ts';

const at = (x: number, y: number, given: Partial<Candidate> = {}): Candidate => ({
  page: 1,
  box: [x, y, x + 10, y + 10],
  text: 'x',
  rank: 0,
  near: 0,
  ...given,
});
const sought = (field: string, length: number, candidates: Candidate[]): Sought => ({
  field,
  length,
  candidates,
  best: { rank: 0, near: 0 },
});
const boxes = (all: Sought[]): [string, number, number][] =>
  choosePlaces(all).map(({ field, box }) => [field, box[0], box[1]]);

test('the plainest spelling wins, then the place next to the name of the field', () => {
  const places = boxes([sought('/total', 5, [at(0, 0), at(0, 50, { near: 1 }), at(0, 90, { rank: 1, near: 2 })])]);
  assert.deepEqual(places, [['/total', 0, 50]]);
});

test('a short figure that stands everywhere counts only beside its name', () => {
  assert.deepEqual(boxes([sought('/count', 1, [at(0, 0), at(0, 50)])]), []);
  assert.deepEqual(boxes([sought('/count', 1, [at(0, 0), at(0, 50, { near: 1 })])]), [['/count', 0, 50]]);
});

test('values of one object are taken from one row, and two objects from two rows', () => {
  const names = [at(0, 0), at(0, 100)];
  const prices = [at(200, 0), at(200, 100)];
  const places = boxes([
    sought('/items/0/name', 8, names),
    sought('/items/0/price', 4, prices),
    sought('/items/1/name', 8, names),
    sought('/items/1/price', 4, prices),
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
