import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobStatus, type StatusEvent } from '../record/model.ts';
import { countStarts } from './trace-attempt.ts';

const started = (more: Partial<StatusEvent> = {}): StatusEvent => ({ at: 0, status: jobStatus.started, ...more });
const retry = (more: Partial<StatusEvent> = {}): StatusEvent => ({ at: 0, status: jobStatus.retry, ...more });

test('every start has its number, also when postponements or waits share an event', () => {
  assert.equal(countStarts([started()]), 1);
  assert.equal(countStarts([started(), retry(), started()]), 2);
  assert.equal(countStarts([started(), retry({ postponed: 1 }), started()]), 2);
  assert.equal(countStarts([started(), retry({ postponed: 3 }), started()]), 4);
  assert.equal(countStarts([started(), started({ wait: 'w' }), started()]), 2);
  assert.equal(countStarts([started(), started({ wait: 'w', postponed: 2 }), started()]), 3);
});
