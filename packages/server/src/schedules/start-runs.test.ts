import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UnattendedRun } from '#jobs/start/start-unattended.ts';
import type { AppError } from '#platform/errors.ts';
import { createLog } from '#platform/log.ts';
import { scriptedDatabase, scriptedDb } from '../../test/scripted-db.ts';
import type { ClaimedRun } from './claim-due.ts';
import { checkSettings } from './rules.ts';
import { startForgotten, startRuns } from './start-runs.ts';
import type { ScheduleSettings } from './store.ts';

const run = (id: string, over: object = {}, schedule: object = {}): ClaimedRun =>
  ({
    id,
    jobId: `job ${id}`,
    dueAt: new Date(),
    previousJobId: null,
    schedule: { org_id: 'org', agent_id: 'a', inputs: {}, catch_up: 'one', ...schedule },
    ...over,
  }) as ClaimedRun;

/** `jobs`: those that exist already. `newer`: runs that a later one has overtaken. */
function world({ off = [] as string[], jobs = [] as string[], newer = [] as string[], busy = false } = {}) {
  const db = scriptedDb({
    'from organizations': off.map((id) => ({ id })),
    'select id from jobs': jobs.map((id) => ({ id })),
    'n.due_at > r.due_at': newer.map((id) => ({ id })),
  });
  const started: UnattendedRun[] = [];
  const cancelled: string[] = [];
  const deps = {
    database: scriptedDatabase(db),
    log: createLog('silent'),
    canceller: { cancelReplaced: async (_orgId: string, jobId: string) => cancelled.push(jobId) } as never,
    async startUnattended(one: UnattendedRun) {
      started.push(one);
      return busy ? undefined : ({ outcome: 'started', reason: null } as const);
    },
  };
  const recorded = () =>
    db
      .sentTo('update schedule_runs')
      .flatMap(({ values }) =>
        (JSON.parse(String(values[0])) as { id: string; outcome: string }[]).map(
          ({ id, outcome }) => `${id} ${outcome}`,
        ),
      );
  return { deps, started, cancelled, recorded };
}

test('a run starts under its own job id without the cache, after the job that it replaces is cancelled', async () => {
  const at = world();
  await startRuns(at.deps, [run('r', { previousJobId: 'before' })]);
  assert.deepEqual([at.started[0]!.jobId, at.started[0]!.skipCache, at.cancelled], ['job r', true, ['before']]);
  assert.deepEqual(at.recorded(), ['r started']);
});

test('a run of an organization without agents is skipped', async () => {
  const at = world({ off: ['org'] });
  await startRuns(at.deps, [run('r')]);
  assert.deepEqual([at.started, at.recorded()], [[], ['r skipped']]);
});

test('a run that cannot start now stays claimed', async () => {
  const at = world({ busy: true });
  await startRuns(at.deps, [run('r')]);
  assert.deepEqual(at.recorded(), []);
});

test('a run whose process died is started unless its job exists', async () => {
  const at = world({ jobs: ['job there'] });
  await startForgotten(at.deps, [run('there'), run('open')]);
  assert.deepEqual(at.recorded().sort(), ['open started', 'there started']);
  assert.deepEqual(
    at.started.map(({ jobId }) => jobId),
    ['job open'],
  );
});

test('after a long outage at most the latest run is caught up, and none if the schedule does not want it', async () => {
  const dueAt = new Date(Date.now() - 3_600_000);
  const at = world({ newer: ['overtaken'] });
  await startForgotten(at.deps, [
    run('overtaken', { dueAt }),
    run('latest', { dueAt }),
    run('never', { dueAt }, { catch_up: 'none' }),
    run('young', {}, { catch_up: 'none' }),
  ]);
  assert.deepEqual(at.recorded().sort(), ['latest started', 'never missed', 'overtaken missed', 'young started']);
});

const settings = {
  name: 'Daily',
  agent_id: 'a',
  agent_version_id: null,
  inputs: { text: 'x' },
  metadata: null,
  cron: '30 7 * * 1-5',
  every_seconds: null,
  timezone: 'Europe/Berlin',
} as unknown as ScheduleSettings;
const agent = {
  agent_id: 'a',
  org_id: 'org',
  input_definitions: [{ key: 'text', data_type: 'text/plain' }],
  approval: null,
  current_approval: null,
};
async function problems(over: object, found: object | null = {}) {
  const system = scriptedDb({ 'union all': found === null ? [] : [{ ...agent, ...found }] });
  const given = {
    system,
    orgId: 'org',
    nowMs: Date.UTC(2026, 0, 1),
    settings: { ...settings, ...over },
    withAgent: true,
  };
  return checkSettings(given).then(
    () => ({}) as Record<string, string[]>,
    (error: AppError) => error.options.fields as Record<string, string[]>,
  );
}

test('settings that fit are accepted', async () => {
  assert.deepEqual(await problems({}), {});
  assert.deepEqual(await problems({ cron: null, every_seconds: 60 }), {});
});

test('a schedule has a name, one timing that comes true, and a time zone', async () => {
  assert.deepEqual(Object.keys(await problems({ name: ' ' })), ['name']);
  assert.deepEqual(Object.keys(await problems({ every_seconds: 60 })), ['cron']);
  assert.deepEqual(Object.keys(await problems({ cron: null })), ['cron']);
  assert.deepEqual(Object.keys(await problems({ cron: 'every day' })), ['cron']);
  assert.deepEqual(Object.keys(await problems({ cron: '0 0 31 2 *' })), ['cron']);
  assert.match((await problems({ timezone: 'Europe/Berln' })).timezone![0]!, /Europe\/Berlin/);
});

test('a schedule names an agent of its organization, and the inputs that it takes', async () => {
  assert.deepEqual(Object.keys(await problems({}, null)), ['agent_id']);
  assert.deepEqual(Object.keys(await problems({}, { org_id: 'other' })), ['agent_id']);
  // The id of a version finds its agent, and is none.
  assert.deepEqual(Object.keys(await problems({}, { agent_id: 'b' })), ['agent_id']);
  assert.deepEqual(Object.keys(await problems({ agent_version_id: 'v' })), ['agent_version_id']);
  assert.match((await problems({ inputs: {} })).inputs![0]!, /'text'/);
});
