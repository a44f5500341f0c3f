import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandsOf, emptyTrust, judgeTrust, summarize } from './judge-trust.ts';
import { listLeaves, mistakeClasses, plantMistakes } from './mistakes.ts';

// The judge itself: it plants what it says, and it finds marks that are wrong.

const schema = {
  type: 'object',
  properties: {
    seller: { type: ['string', 'null'] },
    buyer: { type: ['string', 'null'] },
    issued_on: { type: ['string', 'null'], format: 'date' },
    total: { type: ['number', 'null'] },
    paid: { type: ['boolean', 'null'] },
    state: { type: ['string', 'null'], enum: ['open', 'closed', null] },
    items: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, amount: { type: 'number' } } },
    },
  },
};
const truth = {
  seller: 'Northwind Traders',
  buyer: 'Harlow and Pike',
  issued_on: '2026-03-14',
  total: 1_284.5,
  paid: true,
  state: 'open',
  items: [
    { name: 'Wool blanket', amount: 1_200 },
    { name: 'Ceramic mug', amount: 84.5 },
  ],
};
const text = `Seller: Northwind Traders
Buyer: Harlow and Pike
Issued on: 14 March 2026
State: open
Paid: yes

Name | Amount
Wool blanket | 1,200.00
Ceramic mug | 84.50
Total: 1,284.50`;

test('each class is planted once, where it says, and fits the schema', () => {
  const planted = plantMistakes(truth, schema, 7);
  assert.deepEqual(
    planted.map(({ kind }) => kind),
    [...mistakeClasses],
  );
  const right = new Map(listLeaves(truth).map(({ pointer, value }) => [pointer, value]));
  for (const { kind, value, fields } of planted) {
    const changed = listLeaves(value).filter(({ pointer, value: now }) => right.get(pointer) !== now);
    assert.deepEqual(changed.map(({ pointer }) => pointer).sort(), fields.toSorted(), kind);
  }
});

test('a judged text counts planted mistakes, truths and answers', async () => {
  const one = { name: 'one', schema, truth, sources: [{ text }], seed: 7 };
  const wrong = { ...truth, seller: 'Somebody Else' };
  const figures = await judgeTrust([one], { answer: async () => wrong, isModel: true });
  assert.deepEqual([...figures.planted.keys()], [...mistakeClasses]);
  assert.ok([...figures.planted.values()].every(({ count }) => count > 0));
  assert.equal(figures.truths.count, listLeaves(truth).length);
  assert.equal(figures.answered.find(({ mark }) => mark.field === '/seller')!.right, false);
  assert.equal(figures.answered.find(({ mark }) => mark.field === '/buyer')!.right, true);
});

test('marks that are sure of a mistake, or call a value absent that is there, show in the summary', () => {
  const figures = emptyTrust();
  figures.planted.set('invention', { count: 10, sure: 4 });
  figures.truths = { count: 20, flagged: 5 };
  figures.absent = { count: 8, right: 6 };
  const mark = { field: '/x', status: 'found', ground: 'text-bare', confidence: 0.95 } as const;
  figures.answered = Array.from({ length: 40 }, (_, index) => ({ mark, right: index % 2 === 0 }));
  const { wrongSure, rightFlagged, absentTrue, bandError } = summarize(figures);
  assert.deepEqual([wrongSure, rightFlagged, absentTrue], [0.4, 0.25, 0.75]);
  assert.ok(Math.abs(bandError - 0.45) < 1e-9);
  assert.deepEqual(
    bandsOf(figures).map(({ count }) => count),
    [40],
  );
});
