import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFilter } from './job-filter.ts';

const filter = (query: Parameters<typeof readFilter>[0]) => readFilter(query, ['org']);

test('no filter adds nothing', () => {
  const { onJobs, onAll, statuses, verdict, values } = filter({});
  assert.deepEqual([onJobs, onAll, statuses, verdict, values], ['', '', undefined, undefined, ['org']]);
});

test('every requested value is bound and never part of the statement', () => {
  const hostile = `x') or true; drop table jobs; --`;
  const { onJobs, onAll, values } = filter({
    version_name: hostile,
    job_id: hostile,
    job_inputs: hostile,
    metadata: hostile,
    exclude_metadata: JSON.stringify({ [hostile]: hostile }),
    search: hostile,
    semantic_string: hostile,
    verdict: hostile,
  });
  assert.doesNotMatch(onJobs + onAll, /drop|;/);
  const placeholders = new Set((onJobs + onAll).match(/\$\d+/g));
  assert.equal(placeholders.size, values.length - 1);
});

test('signs of a pattern in a search are themselves', () => {
  const { values } = filter({ search: '100%_\\', job_id: 'AB_' });
  assert.deepEqual(values.slice(1), ['ab\\_%', '%100\\%\\_\\\\%']);
});

test('several states are one list of numbers', () => {
  const { statuses, values } = filter({ status_code: ' 3, 4 ' });
  assert.equal(statuses, '$2');
  assert.deepEqual(values[1], [3, 4]);
});

test('times become bounds of ids, the last moment included', () => {
  const { onJobs, jobValues } = filter({ created_from: '2026-01-01T00:00:00Z', created_to: '2026-01-01T00:00:00Z' });
  assert.match(onJobs, /j\.id >= \$2::uuid and j\.id < \$3::uuid/);
  assert.ok(String(jobValues[1]) < String(jobValues[2]));
  assert.throws(() => filter({ created_from: 'yesterday' }));
});

test('an empty object leaves nothing out', () => {
  assert.equal(filter({ exclude_metadata: ' { } ' }).onAll, '');
});

test('a verdict alone is reported as such, so that its index is used; with another filter it is not', () => {
  assert.equal(filter({ verdict: 'approved' }).verdict, '$2');
  assert.equal(filter({ verdict: 'approved', version_name: 'v' }).verdict, undefined);
});
