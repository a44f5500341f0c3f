import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { showErrors } from './show-errors.ts';

const group = {
  code: 'errand.models.refused',
  count: 410,
  complete: true,
  first_seen: '2026-03-01T08:00:00Z',
  last_seen: '2026-03-02T09:30:00Z',
  last_job_id: 'j1',
  cause: 'The provider refused.',
  remedy: 'Follow the message of the job.',
  agents: [],
  messages: [],
  causes: [
    { message: 'Key is invalid.', count: 400, step: 'model', model: 'gpt', last_job_id: 'j1', remedy: 'Set the key.' },
    { message: 'Too long.', count: 10, step: null, model: null, last_job_id: 'j2', remedy: 'Send less.' },
  ],
};

test('each cause of a code has its message, step, model, last job and remedy', () => {
  const lines = stripVTControlCharacters(showErrors({ results: [group] })).split('\n');
  assert.equal(lines[0], 'errand.models.refused: 410 jobs, 2026-03-01 08:00 UTC to 2026-03-02 09:30 UTC');
  assert.match(lines[2]!, /^400 +model, gpt +Key is invalid\. +j1 +Set the key\.$/);
  assert.match(lines[3]!, /^10 +before the first step +Too long\. +j2 +Send less\.$/);
});

test('a code without causes shows its own remedy, and no failures say so', () => {
  const text = showErrors({ results: [{ ...group, complete: false, causes: [] }] });
  assert.match(text, /more than 410 jobs.*\n {2}→ Follow the message of the job\.$/);
  assert.equal(showErrors({ results: [] }), 'No job has failed.');
});
