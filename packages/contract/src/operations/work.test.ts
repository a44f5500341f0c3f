import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastRole, type Operation } from '../operation.ts';
import { activity } from './activity.ts';
import { batches } from './batches.ts';
import { deliveries } from './deliveries.ts';
import { feedback } from './feedback.ts';
import { files } from './files.ts';
import { jobs } from './jobs.ts';
import { queries } from './queries.ts';
import { runs } from './runs.ts';
import { schedules } from './schedules.ts';
import { uploads } from './uploads.ts';

type Table = Record<string, Operation>;
/** An estimate starts nothing. */
const starts = Object.entries(runs as Table).flatMap(([name, operation]) => (name === 'estimate' ? [] : [operation]));
const has = (operation: Operation, ...errors: string[]): boolean =>
  errors.every((error) => (operation.errors as readonly string[] | undefined)?.includes(error));

test('whatever starts jobs for credits says that they may not suffice, and that an organization may be paused', () => {
  const starting: Operation[] = [...starts, jobs.retry, batches.create, batches.retryFailed];
  for (const operation of starting)
    assert.ok(has(operation, 'insufficient_credits', 'organization_paused'), operation.path);
});

test('a schedule that is run by hand answers with its run, which says why there is no job', () => {
  const run = schedules.run.responses[201];
  assert.ok('outcome' in run.properties && 'reason' in run.properties);
});

test('whatever takes inputs of an agent says that they may not fit', () => {
  for (const operation of [...starts, jobs.retry, batches.create] as Operation[])
    assert.ok(has(operation, 'invalid_inputs') || has(operation, 'invalid_fields'), operation.path);
});

test('reading jobs, activity and deliveries is open to viewers, also by POST where ids are many', () => {
  const reading: Operation[] = [jobs.statuses, jobs.results, ...Object.values(activity)];
  for (const operation of reading) assert.equal(leastRole(operation), 'viewer', operation.path);
  for (const [name, operation] of Object.entries(deliveries as Table))
    assert.equal(leastRole(operation), operation.method === 'GET' ? 'viewer' : 'member', name);
});

test('cancelling and deleting data need more than a viewer, and say when a job is not at its end', () => {
  for (const operation of [jobs.cancel, jobs.cancelAll, jobs.deleteData, batches.cancel] as Operation[])
    assert.equal(leastRole(operation), 'member', operation.path);
  assert.ok(has(jobs.deleteData, 'job_not_final') && has(jobs.retry, 'job_not_final'));
});

test('content is served in ranges, and says when a range cannot be', () => {
  const content: Operation[] = [
    jobs.reference,
    ...Object.values(files as Table).filter(({ method, headers }) => method === 'GET' && headers),
  ];
  assert.ok(content.length >= 2);
  for (const operation of content) {
    assert.ok('Range' in operation.headers!.properties, operation.path);
    assert.ok('206' in operation.responses, operation.path);
    assert.ok(has(operation, 'range_not_satisfiable'), operation.path);
  }
});

test('an operation that continues after its response has status 202, one that created something 201', () => {
  assert.ok('202' in deliveries.resend.responses && '202' in deliveries.recover.responses);
  assert.ok('202' in uploads.complete.responses && '201' in uploads.create.responses);
});

test('feedback and statements are not for viewers', () => {
  for (const operation of Object.values({ ...feedback, ...queries }) as Operation[])
    if (operation.method !== 'GET') assert.notEqual(leastRole(operation), 'viewer', operation.path);
});
