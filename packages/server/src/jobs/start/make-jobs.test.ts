import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot } from '#agents/snapshot.ts';
import { pluck } from '../../../test/pluck.ts';
import { priority } from '../record/model.ts';
import { makeJobs } from './make-jobs.ts';
import { emptyRequest } from './run-request.ts';
import type { StartOptions } from './start-options.ts';

const snapshot = {
  agentId: 'agent',
  orgId: 'org',
  disableCache: false,
  currentVersionId: 'v1',
  version: { id: 'v1', inputDefinitions: [] },
  policyVersionId: null,
  skillVersionId: null,
  knowledgeVersion: null,
} as unknown as Snapshot;
const options = {
  caller: { orgId: 'org', userId: 7 },
  target: { agentId: 'agent' },
  origin: 'api',
  priority: priority.normal,
  skipCache: false,
} as StartOptions;

function make(
  over: { request?: object; options?: Partial<StartOptions>; snapshot?: Partial<Snapshot>; count?: number } = {},
) {
  const count = over.count ?? 1;
  const request = { ...emptyRequest, ...over.request };
  return makeJobs({ ...snapshot, ...over.snapshot } as Snapshot, Array(count).fill(request), {
    collected: Array(count).fill([{ key: 'text', values: [{ kind: 'text', text: 'hello' }], takesText: true }]),
    files: { byId: new Map(), byUpload: new Map() },
    averageCost: 0.4,
    secondsMax: 3_600,
    options: { ...options, ...over.options } as StartOptions,
  }).map(({ job }) => job);
}

test('a job holds its cost limit, or what such jobs cost lately', () => {
  assert.deepEqual(pluck(make(), 'estimate', 'maxCost'), [[0.4, null]]);
  assert.deepEqual(pluck(make({ request: { maxCost: 2 } }), 'estimate', 'maxCost'), [[2, 2]]);
});

test('its time limit is the requested one, within the limit of the installation', () => {
  assert.equal(make()[0]!.timeoutSeconds, 3_600);
  assert.equal(make({ request: { timeoutSeconds: 60 } })[0]!.timeoutSeconds, 60);
  assert.equal(make({ request: { timeoutSeconds: 7_200 } })[0]!.timeoutSeconds, 3_600);
});

test('an agent without a cache overrides the caller', () => {
  assert.equal(make()[0]!.cacheMode, 'read');
  assert.equal(make({ options: { skipCache: true } })[0]!.cacheMode, 'skipped');
  assert.equal(make({ options: { skipCache: true }, snapshot: { disableCache: true } })[0]!.cacheMode, 'disabled');
});

test('a run that names its version does not care which one is current', () => {
  assert.equal(make()[0]!.seen.currentVersionId, 'v1');
  assert.equal(make({ options: { target: { agentId: 'agent', versionId: 'v1' } } })[0]!.seen.currentVersionId, null);
  assert.equal(make({ options: { target: { agentId: 'v1' } } })[0]!.seen.currentVersionId, null);
});

test('rows of a batch are numbered in order, or keep the places they had', () => {
  assert.deepEqual(pluck(make({ count: 2 }), 'batchIndex'), [null, null]);
  const first = make({ count: 2, options: { batchId: 'b' } });
  assert.deepEqual(pluck(first, 'batchIndex'), [0, 1]);
  const again = make({ count: 2, options: { batchId: 'b', batchIndexes: [4, 9] } });
  assert.deepEqual(pluck(again, 'batchIndex'), [4, 9]);
  assert.notEqual(first[0]!.id, first[1]!.id);
});

test('equal inputs of one version have one key of the cache; another version has another', () => {
  const [one] = make();
  assert.deepEqual(make()[0]!.cacheKey, one!.cacheKey);
  const other = make({ snapshot: { version: { ...snapshot.version, id: 'v2' } } });
  assert.notDeepEqual(other[0]!.cacheKey, one!.cacheKey);
});
