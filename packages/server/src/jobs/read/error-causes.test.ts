import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Failure, groupCauses, shapeOf } from './error-causes.ts';

const failure = (message: string, given: Partial<Failure> = {}): Failure => ({
  message,
  job_id: 'newest',
  step: null,
  model: null,
  ...given,
});
const own = { code: 'errand.engines.failed', remedy: 'Follow the message of the job.' };

test('messages that differ in numbers, ids, addresses and quoted values have one cause', () => {
  const [one, other] = [
    'Row 17 of "a.csv" has 3 cells at https://example.com/1',
    'Row 4,200 of "b.csv" has 12 cells at https://example.com/2',
  ];
  assert.equal(shapeOf(one!), shapeOf(other!));
  assert.notEqual(shapeOf('Row 1 is empty'), shapeOf('Row 1 is too long'));
});

test('the same message at another step or of another model is another cause; the most frequent comes first', () => {
  const causes = groupCauses(
    [
      failure('Answered 500', { step: 'ask', model: 'a/one' }),
      failure('Answered 502', { step: 'ask', model: 'b/two', job_id: 'second' }),
      failure('Answered 503', { step: 'ask', model: 'b/two', job_id: 'third' }),
    ],
    own,
  );
  assert.deepEqual(
    causes.map(({ model, count, last_job_id: last }) => [model, count, last]),
    [
      ['b/two', 2, 'second'],
      ['a/one', 1, 'newest'],
    ],
  );
});

test('every cause has something to do: by the message of the engine, or by the catalogue', () => {
  const told = (message: string, step: string | null = null): string =>
    groupCauses([failure(message, { step })], own)[0]!.remedy;
  assert.match(told('The provider answered 401'), /credential/);
  assert.match(told('429: rate limit'), /fewer jobs/);
  assert.match(told('The page timed out'), /more time/);
  assert.match(told('It rains', 'fetch page'), /at the step fetch page/);
  assert.match(told('It rains'), /inputs and configuration/);
  const catalogue = { code: 'errand.jobs.timeout', remedy: 'Raise the limit.' };
  assert.equal(groupCauses([failure('429')], catalogue)[0]!.remedy, 'Raise the limit.');
});
