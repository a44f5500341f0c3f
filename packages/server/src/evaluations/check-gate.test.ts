import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#platform/caller.ts';
import type { AppError } from '#platform/errors.ts';
import { scriptedDb } from '../../test/scripted-db.ts';
import { askGate } from './ask-gate.ts';
import { gate } from './check-gate.ts';

const member: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member' };
const admin: Caller = { ...member, role: 'admin' };
const done = { id: 'run', status: 'done', accuracy: 0.9, outdated: false };

type World = { asked?: object | null; run?: object | null; compared?: object; version?: object };
const dbWith = ({ asked = {}, run = {}, compared = {}, version }: World) =>
  scriptedDb({
    'from version_gates':
      asked === null ? [] : [{ evaluation_set_id: 'set', min_accuracy: 0.9, no_regressions: false, ...asked }],
    'for share of s': run === null ? [] : [{ ...done, ...run }],
    'as regressions': [{ has_current: true, baseline_run_id: 'base', regressions: 0, ...compared }],
    'from agent_versions': version === undefined ? [] : [{ id: 'v', was_current: false, ...version }],
  });
const check = (world: World, caller = member, overrideReason?: string) =>
  gate.check(dbWith(world), caller, { kind: 'agent', id: 'a', versionId: 'v', overrideReason });
const problem = (world: World): Promise<string> =>
  check(world).then(
    () => assert.fail('accepted'),
    (error: AppError) => {
      assert.equal(error.code, 'conflict');
      return error.message;
    },
  );

test('without a gate every version may become current', async () => {
  assert.deepEqual(await check({ asked: null, run: null }), {});
});

test('a run that is accurate enough opens the gate and is named', async () => {
  assert.deepEqual(await check({}), { evaluation_run_id: 'run', accuracy: 0.9 });
  assert.deepEqual(await check({ asked: { min_accuracy: null }, run: { accuracy: 0 } }), {
    evaluation_run_id: 'run',
    accuracy: 0,
  });
});

test('the gate stays closed without a run, during one, after the cases changed, and below the accuracy', async () => {
  assert.ok(await problem({ run: null }));
  assert.match(await problem({ run: { status: 'running' } }), /running/);
  assert.match(await problem({ run: { outdated: true } }), /cases/);
  // Not 90 %: it would look sufficient.
  assert.match(await problem({ run: { accuracy: 0.8999 } }), /89\.9 %.*90 %/);
});

test('a closed gate says which set to run, and which run there is', async () => {
  await assert.rejects(check({ run: { accuracy: 0 } }), (error: AppError) => {
    assert.deepEqual(error.options.extra, { required: { evaluation_set_id: 'set', run_id: 'run' } });
    return true;
  });
});

test('regressions count against the current version, on the same cases', async () => {
  const asked = { no_regressions: true };
  assert.equal((await check({ asked })).compared_with_run_id, 'base');
  assert.match(await problem({ asked, compared: { regressions: 1 } }), /\b1\b/);
  assert.match(await problem({ asked, compared: { regressions: 2 } }), /\b2\b/);
  assert.match(await problem({ asked, compared: { baseline_run_id: null } }), /current/);
  // The first version has nothing to fall behind.
  await check({ asked, compared: { has_current: false, baseline_run_id: null } });
});

test('only an administrator overrides a gate, with a reason that is kept', async () => {
  const world = { run: { accuracy: 0.1 } };
  await assert.rejects(check(world, member, 'urgent'), { code: 'forbidden' });
  await assert.rejects(check(world, admin, '  '), { code: 'conflict' });
  const shown = await check(world, admin, ' urgent ');
  assert.equal(shown.override_reason, 'urgent');
  assert.match(String(shown.gate), /10 %/);
});

const ask = (world: World) => askGate(dbWith(world), member, { kind: 'agent', id: 'a' }, 'v');

test('asking a gate answers as the promotion would, without refusing', async () => {
  const open = await ask({ version: {} });
  assert.deepEqual([open.open, open.reason, open.run_id], [true, null, 'run']);
  const closed = await ask({ version: {}, run: { accuracy: 0.1 } });
  assert.deepEqual([closed.open, closed.run_id], [false, 'run']);
  assert.match(closed.reason!, /10 %/);
  await assert.rejects(ask({}), { code: 'not_found' });
});

test('a version that was current before passes any gate', async () => {
  const again = await ask({ version: { was_current: true }, run: null });
  assert.deepEqual([again.open, again.was_current, again.run_id], [true, true, null]);
});
