import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asked, type JudgedJob, judgeChains } from './judge.ts';
import { proveChains } from './prove.ts';

// The whole proof is node packages/server/test/models/chain-proof/run.ts 10000.

const job: JudgedJob = {
  word: 'word-1',
  status: 3,
  named: 'first',
  answeredBy: 'second',
  substituted: true,
  maxCost: 1,
  cost: 0.3,
  models: [
    { model: 'first', instead_of: null, reason: null, succeeded: false, cost: 0.1 },
    { model: 'second', instead_of: 'first', reason: 'refusal', succeeded: true, cost: 0.2 },
  ],
  recorded: ['answer-1', 'answer-2'],
};
const asked: Asked[] = [
  { word: 'word-1', provider: 'first', question: 'q', answerId: 'answer-1', at: 1, endedAt: 2 },
  { word: 'word-1', provider: 'second', question: 'q', answerId: 'answer-2', at: 3, endedAt: 4 },
];

const planted: [fault: string, job: Partial<JudgedJob>, asked: Asked[], said: RegExp][] = [
  ['a substitution that nobody is told', { substituted: false }, [], /untold/],
  [
    'a substitution without its reason',
    { models: [job.models[0]!, { ...job.models[1]!, reason: null }] },
    [],
    /untold/,
  ],
  ['a substitution that was none', { answeredBy: 'first', models: [{ ...job.models[0]!, cost: 0.3 }] }, [], /itself/],
  ['a call after the budget is spent', { maxCost: 0.1 }, [], /a call began after/],
  ['a substitute that costs more than is left', { maxCost: 0.25 }, [], /second was asked for 0.2/],
  ['a cost that is not that of the calls', { cost: 0.2 }, [], /costs 0.2/],
  ['an answer recorded twice', { recorded: ['answer-1', 'answer-1'] }, [], /recorded twice/],
  ['a question asked again after its answer', {}, [{ ...asked[0]!, answerId: undefined, at: 5 }], /asked again/],
  [
    'two paid answers to one question',
    { recorded: ['answer-1', 'answer-3'] },
    [{ ...asked[0]!, answerId: 'answer-3' }],
    /to one question are paid/,
  ],
];

test('the judge passes what is in order', () => {
  assert.deepEqual(judgeChains([job], asked), []);
});

for (const [fault, change, more, said] of planted)
  test(`the judge finds ${fault}`, () => {
    const found = judgeChains([{ ...job, ...change }], [...asked, ...more]);
    assert.ok(
      found.some((one) => said.test(one)),
      found.join('\n') || 'nothing',
    );
  });

test('providers lie, hang, cut, are late and refuse, workers are killed: everything is told and paid once', async () => {
  const { faults, ...proof } = await proveChains({ calls: 250, killEveryCalls: 60, limitMs: 300_000 });
  assert.deepEqual(faults, [], JSON.stringify(proof));
  assert.ok(proof.calls >= 250 && proof.kills >= 1 && proof.substituted > 20, JSON.stringify(proof));
  assert.equal(proof.finished, proof.jobs, JSON.stringify(proof));
});
