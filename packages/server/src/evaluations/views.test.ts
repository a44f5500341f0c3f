import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseView, runView, setView } from './views.ts';

const at = new Date('2026-01-02T03:04:05Z');

test('rows are shown with times as text, and a run with what is done of it and what regressed', () => {
  assert.equal(setView({ cases_changed_at: at, created_at: at, updated_at: at } as never).updated_at, at.toISOString());
  const shown = caseView({ id: 'c', agent_id: 'a', created_at: at } as never);
  assert.deepEqual([shown.created_at, 'agent_id' in shown], [at.toISOString(), false]);
  const regressed = { case_id: 'c', expected: 1, got: 2, got_before: 1, correct: false };
  const run = runView({ total: 5, open: 2, started_at: at, finished_at: null } as never, [regressed as never]);
  assert.deepEqual([run.done, run.finished_at], [3, null]);
  assert.deepEqual(run.regressions, [{ case_id: 'c', expected: 1, got: 2, got_before: 1 }]);
});
