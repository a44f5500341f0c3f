import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kappaOfCouples } from './pairs.ts';

const side = (id: string, by: string, agrees: boolean) => ({ id, by, agrees, verdict: null, outputs: null });
const pair = (first: ReturnType<typeof side>, second: ReturnType<typeof side>) => ({
  agent_id: 'a',
  said: null,
  first,
  second,
});

test('two reviewers are a couple by their accounts: of one name they are two, and a new name makes no new one', () => {
  const pairs = [
    pair(side('1', 'Ann', true), side('2', 'Ben', true)),
    pair(side('2', 'Benjamin', false), side('1', 'Ann', true)),
    pair(side('1', 'Ann', true), side('3', 'Ben', false)),
  ];
  assert.deepEqual(
    kappaOfCouples(pairs).map(({ reviewers, kappa }) => [reviewers, kappa.n]),
    [
      [['Ann', 'Ben'], 2],
      [['Ann', 'Ben'], 1],
    ],
  );
});
