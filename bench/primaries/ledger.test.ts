import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../children/ledger-load.ts';
import { chooseOwner } from './directory.ts';
import { judgeLedger, longestWaits, type Stored } from './ledger.ts';
import { nameOf } from './move-one.ts';
import { adviceFor, type Owner, type OwnerState, ownerStates, phaseOf } from './owners.ts';

const sent = (number: string, jobId: string | undefined, sentAt = 0, ms = 1): Entry => ({
  target: 'moving',
  number,
  jobId,
  failure: jobId === undefined ? '503 away' : undefined,
  sentAt,
  ms,
});
const stored = (jobId: string, number: string, more: Partial<Stored> = {}): Stored => ({
  jobId,
  number,
  primary: 'a',
  ended: true,
  succeeded: true,
  ...more,
});

test('a ledger without a fault has no problem, and a request that failed is no promise', () => {
  const verdict = judgeLedger([sent('1', 'x'), sent('2', undefined)], [stored('x', '1')], { 1: 1 });
  assert.deepEqual(verdict, { acknowledged: 1, failed: 1, firstFailure: '503 away', problems: [] });
});

test('lost, unfinished, failed, on two primaries, sent once and stored twice, asked twice: each is told', () => {
  const problemsOf = (rows: Stored[], calls = {}) => judgeLedger([sent('1', 'x')], rows, calls).problems;
  assert.match(problemsOf([])[0]!, /x was acknowledged and is nowhere/);
  assert.match(problemsOf([stored('x', '1', { ended: false })])[0]!, /has no end/);
  assert.match(problemsOf([stored('x', '1', { succeeded: false })])[0]!, /failed/);
  assert.match(problemsOf([stored('x', '1'), stored('x', '1', { primary: 'b' })])[0]!, /is on a and b/);
  assert.match(problemsOf([stored('x', '1'), stored('y', '1')])[0]!, /sent once and is 2 jobs/);
  assert.match(problemsOf([stored('x', '1')], { 1: 2 })[0]!, /asked 2 times/);
});

test('the longest wait and the longest time without an answer are of acknowledged requests', () => {
  const entries = [
    sent('1', 'a', 0, 5),
    sent('2', 'b', 10, 400),
    sent('3', 'c', 405, 10),
    sent('4', undefined, 0, 9_000),
  ];
  assert.deepEqual(longestWaits(entries), { answerMs: 400, gapMs: 405 });
});

const owner = (state: OwnerState, more: Partial<Owner> = {}): Owner => ({
  generation: 1,
  state,
  peer: 'b',
  ended: false,
  ...more,
});

test('every pair of records is a phase, and only pairs in which both write are two owners', () => {
  const writes = ['here', 'draining', 'leaving'];
  for (const from of ownerStates) {
    for (const to of ownerStates) {
      const both = writes.includes(from) && writes.includes(to);
      assert.equal(phaseOf(owner(from), owner(to)) === 'two owners', both, `${from}, ${to}`);
    }
  }
  assert.equal(phaseOf(owner('here'), undefined), 'none');
  assert.equal(phaseOf(owner('here'), owner('arriving')), 'copying');
  assert.equal(phaseOf(owner('leaving'), owner('arriving')), 'switching');
  assert.equal(phaseOf(owner('leaving', { ended: true }), owner('arriving')), 'copying');
  assert.equal(phaseOf(owner('gone'), owner('arriving')), 'switched');
  assert.equal(phaseOf(owner('gone'), owner('here')), 'moved');
});

test('whoever finds a half-done move reads what to do', () => {
  const names = { orgId: 'o', source: 'a', target: 'b' };
  assert.match(adviceFor('copying', names), /lives on a.*Run the same move again to go on, or with --abort/);
  assert.match(adviceFor('switching', names), /back on a within two seconds/);
  assert.match(adviceFor('switched', names), /complete on b.*cannot be aborted/);
  assert.match(adviceFor('two owners', names), /Stop the processes of b/);
});

test('the later generation owns an organization, and two of the same generation own nothing', () => {
  const record = (name: string, state: string, generation: number) => ({ primary: { name }, state, generation });
  assert.equal(chooseOwner([record('a', 'gone', 2), record('b', 'here', 2)]), 'b');
  assert.equal(chooseOwner([record('a', 'here', 1), record('b', 'arriving', 1)]), 'a');
  assert.equal(chooseOwner([record('a', 'here', 1), record('b', 'here', 2)]), 'b');
  assert.equal(chooseOwner([record('a', 'here', 2), record('b', 'here', 2)]), undefined);
});

test('a database is named without its password', () => {
  assert.equal(nameOf('postgres://errand:secret@db.example:6432/errand'), 'db.example:6432/errand');
  assert.equal(nameOf('postgres://errand:secret@localhost/errand?host=%2Frun%2Fpg'), '/run/pg:5432/errand');
});
