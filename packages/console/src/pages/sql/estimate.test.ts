import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StatementResult } from '@errand/sdk';
import { readEstimate, sumEstimates } from './estimate.ts';

test('an estimate is read by the names of its columns and summed; an unknown cost makes the sum unknown', () => {
  const answer = {
    column_names: ['agent', 'agent_id', 'rows', 'jobs', 'cost', 'based_on_jobs', 'note'],
    result_rows: [
      ['Reader', 'a', '4', '3', 0.3, '10', null],
      [null, 'b', 1, 1, null, 0, 'There is no such agent.'],
    ],
  } as unknown as StatementResult;
  const [first, second] = readEstimate(answer);
  assert.deepEqual([first!.agent, first!.rows, first!.jobs, first!.cost], ['Reader', 4, 3, 0.3]);
  assert.deepEqual([second!.agent, second!.note], ['b', 'There is no such agent.']);
  assert.deepEqual(sumEstimates([first!]), { rows: 4, jobs: 3, cost: 0.3 });
  assert.equal(sumEstimates([first!, second!]).cost, null);
});
