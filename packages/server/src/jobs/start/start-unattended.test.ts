import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, invalidInputs } from '#platform/errors.ts';
import { createLog } from '#platform/log.ts';
import { findInputProblems } from './find-input-problems.ts';
import type { Starter } from './start-job.ts';
import { createUnattendedStart, refused, type UnattendedRun } from './start-unattended.ts';

const run: UnattendedRun = {
  jobId: 'job',
  orgId: 'org',
  userId: null,
  cause: [],
  agentId: 'agent',
  versionId: null,
  origin: 'schedule',
  inputs: { text: 'hello' },
  skipCache: true,
};
const log = createLog('silent');
const failing = (error: unknown) =>
  createUnattendedStart({ startOne: () => Promise.reject(error) } as unknown as Starter, log)(run);

test('a run starts under the id that was chosen for it, as a member of its organization', async () => {
  const asked: unknown[][] = [];
  const starter = { startOne: async (...given: unknown[]) => asked.push(given) } as unknown as Starter;
  assert.deepEqual(await createUnattendedStart(starter, log)({ ...run, metadata: { a: 1 }, maxCost: 2 }), {
    outcome: 'started',
    reason: null,
  });
  const [request, options] = asked[0] as [Record<string, unknown>, Record<string, unknown>];
  assert.deepEqual([request.nested, request.metadata, request.maxCost], [{ text: 'hello' }, '{"a":1}', 2]);
  assert.deepEqual(options.jobIds, ['job']);
  assert.deepEqual(options.caller, { orgId: 'org', userId: null, keyId: null, role: 'member', via: 'service' });
});

test('a run that an outage prevents is not recorded as failed, so that it is tried again', async () => {
  assert.equal(await failing(Object.assign(new Error('shutting down'), { code: '57P01' })), undefined);
  assert.equal(await failing(new AppError('unavailable')), undefined);
});

test('a refusal is recorded with its reason, an unknown error without its text', async () => {
  const invalid = await failing(invalidInputs(['No text.', 'No file.']));
  assert.equal(invalid!.outcome, 'failed');
  assert.equal(invalid!.reason, 'No text. No file.');
  const unknown = await failing(new Error('password=hunter2'));
  assert.equal(unknown!.outcome, 'failed');
  assert.doesNotMatch(unknown!.reason!, /hunter2/);
});

test('a paused organization and a feature that is off skip a run, everything else fails it', () => {
  assert.equal(refused(new AppError('organization_paused')).outcome, 'skipped');
  assert.equal(refused(new AppError('feature_disabled')).outcome, 'skipped');
  assert.equal(refused(new AppError('not_found')).outcome, 'failed');
  assert.equal(refused(new AppError('conflict', { detail: 'x'.repeat(5_000) })).reason!.length, 2_000);
});

test('inputs are checked against the version that would run now', async () => {
  const asked: unknown[][] = [];
  const starter = {
    async load(...given: unknown[]) {
      asked.push(given);
      return { version: { inputDefinitions: [{ key: 'text', data_type: 'text/plain' }] } };
    },
  } as unknown as Starter;
  const target = { org_id: 'org', agent_id: 'agent', agent_version_id: null };
  assert.deepEqual(await findInputProblems(starter, target, { text: 'hello' }), []);
  const [problem, ...more] = await findInputProblems(starter, target, { other: 'hello' });
  assert.match(problem!, /'text'/);
  assert.deepEqual(more, []);
  assert.deepEqual(asked[0]![2], { fresh: true });
});
