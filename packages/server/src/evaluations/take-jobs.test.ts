import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobStatus } from '#jobs/record/model.ts';
import type { Caller } from '#platform/caller.ts';
import type { AppError } from '#platform/errors.ts';
import { memoryStorage } from '../../test/memory-storage.ts';
import { scriptedDatabase, scriptedDb } from '../../test/scripted-db.ts';
import { addCases, changeSet, removeSet } from './change-set.ts';
import { CASES_MAX } from './read-cases.ts';
import type { SetRow } from './sets-store.ts';
import { takeJobs } from './take-jobs.ts';

const caller: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member' };
const set = { id: 'set', agent_id: null, policy_id: null, name: 'Set', description: 'About' } as SetRow;
const job = {
  id: 'j',
  agent_id: 'a',
  status: jobStatus.success,
  policy_id: null,
  verdict: null as string | null,
  data_deleted: false,
  inputs: [{ key: 'text', value: 'x' }],
  outputs: [{ key: 'result', data_type: 'application/json', value: '{"total":1,"name":"n"}' }],
  evidence_of: 'j',
};
const approved = { status: 'approved', corrected_verdict: null, corrected_outputs: null };

function take({
  over = {} as object,
  review = {} as object | null,
  taken = [] as object[],
  of = set,
  foreign = false,
  found = true,
} = {}) {
  const db = scriptedDb({
    'as evidence_of': found ? [{ ...job, ...over }] : [],
    'from job_reviews': review === null ? [] : [{ ...approved, ...review }],
    'from evaluation_cases': taken,
    'select id from jobs': foreign ? [{ id: 'j' }] : [],
  });
  const archive = { bringBack: async () => 0 } as never;
  return takeJobs({ database: scriptedDatabase(db), storage: memoryStorage(), archive }, 'org', of, ['J', 'j']);
}
const expected = async (given: Parameters<typeof take>[0]) => (await take(given))[0]!.expected;
const problem = (given: Parameters<typeof take>[0]): Promise<string> =>
  take(given).then(
    () => assert.fail('accepted'),
    (error: AppError) => error.options.fields!.job_ids!.toString(),
  );

test('a reviewed job becomes one case with its inputs, however often it is named', async () => {
  const [one, ...more] = await take();
  assert.deepEqual([one!.inputs, one!.jobId, one!.agentId, more], [{ text: 'x' }, 'j', 'a', []]);
});

test('what reviewers hold for right is expected: the output, with their corrections', async () => {
  assert.deepEqual(await expected({}), { total: 1, name: 'n' });
  assert.deepEqual(await expected({ review: { status: 'rejected', corrected_outputs: { '/total': 2 } } }), {
    total: 2,
    name: 'n',
  });
});

test('where there is a verdict it is expected, as it was approved or corrected', async () => {
  const over = { verdict: 'clear' };
  assert.deepEqual(await expected({ over }), { verdict: 'clear' });
  const review = { status: 'rejected', corrected_verdict: 'suspicious' };
  assert.deepEqual(await expected({ over, review }), { verdict: 'suspicious' });
});

test('an output that is no JSON is expected as its text', async () => {
  const outputs = [{ key: 'answer', data_type: 'text/plain', value: 'Yes.' }];
  assert.deepEqual(await expected({ over: { outputs } }), { answer: 'Yes.' });
});

test('a job that cannot be a case is named with its reason', async () => {
  assert.match(await problem({ found: false }), /^j: /);
  const reasons = await Promise.all([
    problem({ review: null }),
    problem({ review: { status: 'rejected' } }),
    problem({ taken: [{ job_id: 'j' }] }),
    problem({ over: { status: jobStatus.failure } }),
    problem({ of: { ...set, agent_id: 'b' } }),
    problem({ of: { ...set, policy_id: 'p' } }),
  ]);
  assert.equal(new Set(reasons).size, reasons.length);
});

test('a rejected verdict without the right one is no answer', async () => {
  const right = problem({ review: { status: 'rejected' } });
  assert.equal(await problem({ over: { verdict: 'clear' }, review: { status: 'rejected' } }), await right);
});

test('a job of another organization is forbidden', async () => {
  await assert.rejects(take({ found: false, foreign: true }), { code: 'forbidden' });
});

const dbWith = ({ count = 0, exists = 1, gated = false } = {}) =>
  scriptedDb({
    'update evaluation_sets set cases_changed_at': exists,
    'from version_gates': gated ? [{}] : [],
    'from evaluation_sets': [{ case_count: count }],
  });
const added = (count: number, cases: number) =>
  addCases(
    scriptedDatabase(dbWith({ count })),
    caller,
    set,
    Array.from({ length: cases }, () => ({ jobId: null }) as never),
  );

test('a set is filled up to its limit, and refuses all cases that would exceed it together', async () => {
  assert.deepEqual(await added(CASES_MAX - 2, 2), { added: 2, case_count: CASES_MAX });
  await assert.rejects(added(CASES_MAX - 1, 2), { code: 'invalid_fields' });
});

test('a set that a gate uses is not removed, and one that is gone is not found', async () => {
  const gated = dbWith({ gated: true });
  await assert.rejects(removeSet(scriptedDatabase(gated), caller, set), { code: 'conflict' });
  assert.equal(gated.sentTo('delete').length, 0);
  await assert.rejects(removeSet(scriptedDatabase(dbWith({ exists: 0 })), caller, set), { code: 'not_found' });
});

test('a change keeps what it leaves out, and null empties the description', async () => {
  const changed = async (body: object) => {
    const db = scriptedDb();
    await changeSet(scriptedDatabase(db), caller, set, body);
    return db.sentTo('update evaluation_sets')[0]!.values.slice(2, 4);
  };
  assert.deepEqual(await changed({ name: 'New' }), ['New', 'About']);
  assert.deepEqual(await changed({ description: null }), ['Set', '']);
  await assert.rejects(changed({ name: ' ' }), { code: 'invalid_fields' });
});
