import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { compareReviews, listDifferences } from './compare.ts';
import type { TaskRow } from './tasks-store.ts';

const agrees = { agrees: true, correctedVerdict: null, correctedOutputs: null };
const output = { verdict: 'clear', value: { total: 5, lines: [1] } };

test('two reviewers who both agree differ in nothing', () => {
  assert.deepEqual(listDifferences(output, agrees, agrees), []);
});

test('a reviewer without a correction holds the value of the output for right', () => {
  const second = { agrees: false, correctedVerdict: 'suspicious', correctedOutputs: { '/total': 7 } };
  assert.deepEqual(listDifferences(output, agrees, second), [
    { field: 'agrees', output: null, first: true, second: false },
    { field: 'verdict', output: 'clear', first: 'clear', second: 'suspicious' },
    { field: '/total', output: 5, first: 5, second: 7 },
  ]);
});

test('equal corrections are no difference, also when they are lists, nulls or what the output says', () => {
  const one = { agrees: false, correctedVerdict: null, correctedOutputs: { '/lines': [2], '/new': null } };
  const other = { ...one, correctedOutputs: { '/lines': [2], '/total': 5 } };
  assert.deepEqual(listDifferences(output, one, other), []);
});

const at = new Date('2026-01-02T03:04:05Z');
const task = (over: Partial<TaskRow>): TaskRow =>
  ({
    ...agrees,
    id: 'first',
    orgId: 'org',
    jobId: 'job',
    verdict: 'clear',
    round: 1,
    firstId: null,
    state: 'done',
    decidedBy: { userId: 1, keyId: null, name: 'Ada' },
    decidedAt: at,
    createdAt: at,
    skips: [],
    isBlind: false,
    ...over,
  }) as TaskRow;
const caller = { orgId: 'org', userId: 2, keyId: null };

test('before the second review is decided there is no answer whether both say the same', async () => {
  const alone = await compareReviews(scriptedDb(), caller, task({}));
  assert.equal(alone.same, null);
  assert.equal(alone.reviews.length, 1);
  const open = task({ id: 'second', round: 2, firstId: 'first', state: 'open', decidedBy: null, decidedAt: null });
  const db = scriptedDb({ 't.id = $2': [task({ isBlind: true })] });
  const both = await compareReviews(db, caller, open);
  assert.equal(both.same, null);
  assert.deepEqual(
    both.reviews.map(({ decision }) => decision),
    [null, null],
  );
});

test('starting from either review gives the same comparison', async () => {
  const first = task({});
  const second = task({ id: 'second', round: 2, firstId: 'first', agrees: false, correctedVerdict: 'suspicious' });
  const db = scriptedDb({ 't.id = $2': [first], 't.first_id = $3': [second], 'from job_results': [{ outputs: [] }] });
  const fromFirst = await compareReviews(db, caller, first);
  assert.equal(fromFirst.same, false);
  assert.deepEqual(
    fromFirst.differences.map(({ field }) => field),
    ['agrees', 'verdict'],
  );
  assert.deepEqual(await compareReviews(db, caller, second), fromFirst);
});
