import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterLines, listLogLines, writeLines } from './log-lines.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const step = {
  key: 'ask',
  seq: 1,
  kind: 'model',
  name: 'ask',
  model: 'm-1',
  status: 'succeeded',
  started_at: at(2),
  duration_ms: 1_000,
  input_tokens: 90,
  output_tokens: 10,
  cost: 0.5,
  artifact_key: null,
  error: null,
  cached_input_tokens: 40,
  reused_from: null,
};
const lines = listLogLines({
  status_events: [
    { status_code: 0, timestamp: at(0), error_message: null },
    { status_code: 1, timestamp: at(1), error_message: null },
    { status_code: 4, timestamp: at(9), error_message: 'No answer.' },
  ],
  steps: [{ ...step, key: 'late', name: 'late', status: 'failed', started_at: at(5), error: 'Refused.' }, step],
  post_actions: [],
} as never);

test('states and steps are one story in the order of time, with model, tokens, cache and cost', () => {
  assert.deepEqual(
    lines.map(({ text }) => text.split(' (')[0]),
    [
      'Created',
      'Started',
      'model ask began',
      'model ask ended',
      'model late began',
      'model late failed: Refused.',
      'Failed: No answer.',
    ],
  );
  assert.match(lines[3]!.text, /1\.0 s, m-1, 100 tokens, 40 of them cached, \$0\.5/);
  assert.equal(lines[3]!.step, 'ask');
});

test('only problems, or lines with some words, are left; the file has all of them', () => {
  assert.equal(filterLines(lines, { text: '', onlyProblems: true }).length, 2);
  assert.equal(filterLines(lines, { text: 'LATE', onlyProblems: false }).length, 2);
  assert.match(writeLines(lines), /^2026-01-01T00:00:00.000Z info Created\n/);
});
