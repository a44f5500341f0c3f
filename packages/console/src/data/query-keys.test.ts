import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keys } from './query-keys.ts';

const beginsWith = (key: readonly unknown[], start: readonly unknown[]): boolean =>
  start.every((part, index) => key[index] === part);

test('invalidating a resource reaches its lists, its items and what belongs to them', () => {
  const families: [readonly unknown[], (readonly unknown[])[]][] = [
    [keys.agents(), [keys.agentList({}), keys.agent('a'), keys.versions('a'), keys.version('a', 'v')]],
    [keys.agent('a'), [keys.versions('a', { page: 2 }), keys.agentWebhooks('a'), keys.versionActivity('a')]],
    [
      keys.jobs(),
      [keys.jobList('a', {}), keys.job('j'), keys.allJobs({}), keys.jobFacets({}), keys.jobDeliveries('j')],
    ],
    [keys.allJobs(), [keys.allJobs({ status: 'failure' })]],
    [keys.batches(), [keys.batchLists(), keys.batch('b'), keys.batchResults('b')]],
    [keys.webhook('w'), [keys.webhookAgents('w'), keys.deliveries('w'), keys.delivery('w', 'd')]],
    [keys.policies(), [keys.policyList({}), keys.policy('p'), keys.policyVersion('v'), keys.policyDiff('p', 'a', 'b')]],
    [keys.tables(), [keys.table('t')]],
    [keys.schedules(), [keys.scheduleLists(), keys.schedule('s'), keys.scheduleTimes('s', 'now')]],
    [keys.schedule('s'), [keys.scheduleRuns('s')]],
    [keys.waits(), [keys.waitList({})]],
    [keys.triggers(), [keys.triggerLists(), keys.trigger('t'), keys.triggerRuns('t')]],
  ];
  for (const [start, members] of families)
    for (const key of members) assert.ok(beginsWith(key, start), `${key.join('/')} is not under ${start.join('/')}`);
});

test('content that costs a download is not read again because its job changed', () => {
  for (const key of [keys.artifact('j', 'k'), keys.reference('j', 'r'), keys.feedback('j'), keys.jobProgress('j')])
    assert.ok(!beginsWith(key, keys.jobs()), key.join('/'));
});

test('different filters are remembered apart', () => {
  const made = [keys.versions('a'), keys.versions('a', { page: 2 }), keys.versions('b'), keys.version('a', 'versions')];
  assert.equal(new Set(made.map((key) => JSON.stringify(key))).size, made.length);
});
