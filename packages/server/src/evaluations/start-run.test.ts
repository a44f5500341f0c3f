import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StartOptions } from '#jobs/start/start-options.ts';
import type { Caller } from '#platform/caller.ts';
import type { AppError } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import { scriptedDatabase, scriptedDb } from '../../test/scripted-db.ts';
import { findSubject } from './find-subject.ts';
import type { SetRow } from './sets-store.ts';
import { startRun } from './start-run.ts';

const caller: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member' };
const changedAt = new Date('2026-01-02T03:04:05Z');
const set = { id: 'set', name: 'Set', agent_id: 'a', policy_id: null, cases_changed_at: changedAt } as SetRow;
const version = {
  agent_id: 'a',
  org_id: 'org',
  version_id: 'v',
  policy_version_id: null as string | null,
  input_definitions: [],
  engine_config: {},
  approval: null,
  current_approval: null,
};
const caseOf = (id: string, expected: object = { verdict: 'clear' }) => ({
  id,
  inputs: { n: id },
  expected,
  agent_id: 'a',
});

function world({ cases = [caseOf('c1'), caseOf('c2')], config = {}, lockedAt = changedAt } = {}) {
  const snapshot = { agentId: 'a', version: { id: 'v', engineConfig: config } };
  const db = scriptedDb({
    'from evaluation_sets s': [set],
    'count(*) as count from evaluation_cases': [{ count: cases.length }],
    'from evaluation_cases c': cases,
    'for share': [{ cases_changed_at: lockedAt }],
    'from agents a join': [version],
  });
  const started: { requests: { nested: object; metadata: string }[]; options: StartOptions }[] = [];
  const starter = {
    async start(requests: never, options: StartOptions) {
      started.push({ requests, options });
      await options.alongside!(db, snapshot as never);
      return [];
    },
  } as never;
  return {
    db,
    started,
    start: (body: object = {}) => startRun({ database: scriptedDatabase(db), starter }, caller, set, body),
  };
}

test('every case gets as many jobs as there are repeats, side by side, and the id is that of their batch', async () => {
  const at = world();
  const id = await at.start({ repeats: 2 });
  const [{ requests, options }] = at.started as [(typeof at.started)[0]];
  assert.deepEqual(
    requests.map(({ nested }) => nested),
    [{ n: 'c1' }, { n: 'c1' }, { n: 'c2' }, { n: 'c2' }],
  );
  assert.deepEqual([id, options.skipCache, options.origin], [options.batchId, true, 'evaluation']);
});

test('a set without cases, or with more jobs than a batch takes, starts nothing', async () => {
  const empty = world({ cases: [] });
  await assert.rejects(empty.start(), { code: 'invalid_fields' });
  const large = world();
  await assert.rejects(large.start({ repeats: limits.batchItems / 2 + 1 }), { code: 'invalid_fields' });
  assert.deepEqual([...empty.started, ...large.started], []);
});

test('cases that changed while the run was being started are refused', async () => {
  await assert.rejects(world({ lockedAt: new Date() }).start(), { code: 'conflict' });
});

test('expected members that the output schema does not have are warned about, with how many cases expect them', async () => {
  const cases = [caseOf('c1', { verdict: 'x', '/total/net': 1 }), caseOf('c2', { sum: 1 }), caseOf('c3', { sum: 2 })];
  const at = world({ cases, config: { output_schema: { properties: { total: {} } } } });
  await at.start();
  const { warnings } = JSON.parse(String(at.db.sentTo('insert into evaluation_runs')[0]!.values[1]));
  assert.equal(warnings.length, 1);
  assert.match(warnings[0], /'sum'.*\b2\b/);
});

type Given = Parameters<typeof findSubject>[2];
function subject({
  of = {} as object,
  cases = [] as object[],
  body = {} as object,
  found = {} as object | null,
  dependents = [] as object[],
  policies = {} as Record<string, string>,
} = {}) {
  const db = scriptedDb({
    'from agents a join': found === null ? [] : [{ ...version, ...found }],
    'as policy': ([, id]) =>
      Object.hasOwn(policies, String(id))
        ? [{ id, policy: { id: policies[String(id)], created_at: 0, updated_at: 0 } }]
        : [],
    base_agent_id: dependents,
  });
  const given = { set: { ...set, ...of }, cases, body } as Given;
  return findSubject(scriptedDatabase(db), 'org', given).then(
    (value) => value,
    (error: AppError) => Object.keys(error.options.fields ?? { [error.code]: '' })[0],
  );
}

test('a run measures the current version of the agent of its set', async () => {
  assert.deepEqual(await subject(), { agentId: 'a', versionId: 'v', policyVersionId: null });
  assert.equal(await subject({ found: null }), 'agent_id');
  assert.equal(await subject({ found: { org_id: 'other' } }), 'forbidden');
});

test('a set without an agent takes the only one of its cases, else of its policy, else asks', async () => {
  const of = { agent_id: null };
  assert.equal(typeof (await subject({ of, cases: [{ agent_id: 'a' }, { agent_id: 'a' }] })), 'object');
  assert.equal(await subject({ of, cases: [{ agent_id: 'a' }, { agent_id: 'b' }] }), 'agent_version_id');
  const withPolicy = { of: { ...of, policy_id: 'p' }, found: { policy_version_id: 'pv' }, policies: { pv: 'p' } };
  assert.equal(typeof (await subject({ ...withPolicy, dependents: [{ base_agent_id: 'a' }] })), 'object');
  assert.equal(await subject(withPolicy), 'agent_version_id');
});

test('a version is refused when it is not of the agent of the set', async () => {
  assert.equal(await subject({ body: { agent_version_id: 'V' }, found: { agent_id: 'b' } }), 'agent_version_id');
  assert.equal(await subject({ body: { agent_version_id: 'other' } }), 'agent_version_id');
});

test('another version of the policy is measured only when the agent uses that policy', async () => {
  const found = { policy_version_id: 'pv' };
  const policies = { pv: 'p', pv2: 'p', foreign: 'q' };
  const measured = await subject({ found, policies, body: { policy_version_id: 'PV2' } });
  assert.equal((measured as { policyVersionId: string }).policyVersionId, 'pv2');
  assert.equal(await subject({ found, policies, body: { policy_version_id: 'foreign' } }), 'policy_version_id');
  assert.equal(await subject({ found, policies, body: { policy_version_id: 'unknown' } }), 'policy_version_id');
  assert.equal(await subject({ found, policies, of: { policy_id: 'q' } }), 'agent_version_id');
});
