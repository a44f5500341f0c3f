import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnAnswers, queryAnswer, statementAnswer } from './answers.ts';
import type { QueryRow, StatementRecord } from './queries/store.ts';

const query = {
  id: 'q',
  orgId: 'org',
  orgName: 'Acme',
  createdAt: new Date(0),
  updatedAt: new Date(1_000),
  finishedAt: null,
  creatorId: 7,
  creatorEmail: 'ann@example.com',
  creatorFirstName: null,
  creatorLastName: null,
} as QueryRow;

test('a query that runs has no end; its creator is shown while there is one', () => {
  const answer = queryAnswer(query);
  assert.deepEqual([answer.finished_at, answer.updated_at], [null, '1970-01-01T00:00:01.000Z']);
  assert.deepEqual(answer.creator, {
    id: 7,
    email: 'ann@example.com',
    first_name: '',
    last_name: '',
    display_name: 'ann',
  });
  assert.equal(queryAnswer({ ...query, creatorId: null }).creator, null);
});

test('a statement shows its columns, counts and time; agents only if it called some', () => {
  const record = {
    columns: [{ name: 'n', type: 'BIGINT', nullable: true }],
    rows: 5,
    startedAt: 10,
    endedAt: 10.25,
  } as StatementRecord;
  const answer = statementAnswer('the query', record, 2);
  assert.deepEqual([answer.column_names, answer.column_types, answer.row_count], [['n'], ['Nullable(Int64)'], 2]);
  assert.deepEqual([answer.summary.result_rows, answer.summary.elapsed_ns], [5, 250_000_000]);
  assert.ok(!('agents' in answer));
  assert.equal(statementAnswer('the query', { ...record, endedAt: 9 }, 2).summary.elapsed_ns, 0, 'clocks may go back');
});

test('columns are shown with the types of the wire', () => {
  assert.deepEqual(columnAnswers([{ name: 'a', type: 'VARCHAR', nullable: false }]), [{ name: 'a', type: 'String' }]);
});
