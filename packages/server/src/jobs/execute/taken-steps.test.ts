import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeOver } from './taken-steps.ts';

const step = {
  job_id: 'j1',
  key: 'ask',
  kind: 'model',
  name: 'ask',
  model: 'm',
  result: { a: 1 },
  request: null,
  untrusted: null,
};
const control = { signal: new AbortController().signal, assertOwned: async () => {} } as never;

test('a step that another job has done is on record at no cost, with where it comes from', async () => {
  const recorded: any[] = [];
  const record = async (one: unknown) => recorded.push(one) > 0;
  let told = 0;
  assert.deepEqual(await takeOver({ control, record, onStep: () => (told += 1) }, step), { a: 1 });
  assert.deepEqual([recorded[0].cost, recorded[0].reusedFrom, recorded[0].usage, told], [0, 'j1', { model: 'm' }, 1]);
});

test('an attempt that lost its job takes nothing over', async () => {
  await assert.rejects(takeOver({ control, record: async () => false, onStep: () => {} }, step), /no longer owns/);
});
