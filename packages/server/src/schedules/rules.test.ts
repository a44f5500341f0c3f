import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppError } from '#platform/errors.ts';
import { checkSettings } from './rules.ts';
import type { ScheduleSettings } from './store.ts';

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
async function problems(over: object) {
  const given = {
    system: {} as never,
    orgId: 'org',
    nowMs: Date.UTC(2026, 0, 1),
    settings: { ...settings, ...over },
    withAgent: false,
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
