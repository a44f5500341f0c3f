import type { ScheduleCreateBody, ScheduleUpdateBody } from '@errand/contract/schedules.ts';
import type { Static } from 'typebox';
import { findLink, withEditor } from '#orgs/actor.ts';
import { audit, changedMembers } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import { limits } from '#platform/limits.ts';
import { checkSettings } from './rules.ts';
import {
  countSchedules,
  deleteSchedule,
  dropWaiting,
  insertSchedule,
  lockSchedule,
  type ScheduleRow,
  type ScheduleSettings,
  updateSchedule,
} from './store.ts';
import { nextAfter } from './times.ts';

type CreateBody = Static<typeof ScheduleCreateBody>;
type UpdateBody = Static<typeof ScheduleUpdateBody>;

const whole = (body: CreateBody): ScheduleSettings => ({
  name: body.name,
  agent_id: body.agent_id.toLowerCase(),
  agent_version_id: body.agent_version_id?.toLowerCase() ?? null,
  cron: body.cron?.trim() ?? null,
  every_seconds: body.every_seconds ?? null,
  timezone: body.timezone ?? 'UTC',
  inputs: body.inputs ?? {},
  metadata: body.metadata ?? null,
  enabled: body.enabled ?? true,
  catch_up: body.catch_up ?? 'none',
  overlap: body.overlap ?? 'skip',
  max_cost_per_run: body.max_cost_per_run ?? null,
});

export async function createSchedule(database: Database, caller: Caller, body: CreateBody): Promise<string> {
  const { orgId } = caller;
  const settings = whole(body);
  await checkSettings({ system: database.system, orgId, nowMs: databaseNow(), settings, withAgent: true });
  const id = newId();
  await database.tenant(orgId).tx(async (tx) => {
    if ((await countSchedules(tx, orgId)) >= limits.schedules)
      throw new AppError('invalid_request', {
        detail: `The organization already has ${limits.schedules} schedules, which is the limit.`,
      });
    const now = moment();
    await insertSchedule(tx, orgId, {
      ...settings,
      id,
      created_by: caller.userId,
      editors: [await findLink(tx, caller)],
      anchor_at: now,
      next_at: nextOf(settings, now, now),
      now,
    });
    await audit(tx, caller, 'schedule.created', id, { name: settings.name });
  });
  return id;
}

export function replaceSchedule(database: Database, caller: Caller, id: string, body: CreateBody): Promise<void> {
  return change(database, caller, id, () => whole(body));
}

export function patchSchedule(database: Database, caller: Caller, id: string, body: UpdateBody): Promise<void> {
  const { cron, every_seconds: every } = body;
  // Setting one of the two clears the other.
  const timing = {
    ...(typeof cron === 'string' && every === undefined && { every_seconds: null }),
    ...(typeof every === 'number' && cron === undefined && { cron: null }),
  };
  return change(database, caller, id, (before) => whole({ ...before, ...body, ...timing }));
}

async function change(
  database: Database,
  caller: Caller,
  id: string,
  settingsOf: (before: ScheduleSettings) => ScheduleSettings,
): Promise<void> {
  const { orgId } = caller;
  await database.tenant(orgId).tx(async (tx) => {
    const before = await lockSchedule(tx, orgId, id);
    if (before === undefined) throw notFound('schedule');
    const after = settingsOf(before);
    const changed = settingNames.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
    const isOn = after.enabled && !before.enabled;
    // Settings that were accepted are not checked again: a new name must not fail because an agent is gone.
    const withAgent = isOn || changed.some((name) => agentNames.includes(name));
    const now = moment();
    await checkSettings({ system: database.system, orgId, nowMs: now.getTime(), settings: after, withAgent });
    const isTimed = isOn || changed.some((name) => timingNames.includes(name));
    const anchor = isOn || changed.includes('every_seconds') ? now : before.anchor_at;
    const next = isTimed || !after.enabled ? nextOf(after, anchor, now) : before.next_at;
    const editors = withEditor(before.editors, await findLink(tx, caller));
    await updateSchedule(tx, orgId, id, { ...after, anchor_at: anchor, next_at: next, editors, now });
    if (!after.enabled) await dropWaiting(tx, orgId, id, 'The schedule was switched off.');
    await audit(tx, caller, 'schedule.updated', id, {
      fields: changed,
      ...changedMembers<ScheduleSettings>(before, after, changed),
    });
  });
}

const agentNames: (keyof ScheduleSettings)[] = ['agent_id', 'agent_version_id', 'inputs'];
const timingNames: (keyof ScheduleSettings)[] = ['cron', 'every_seconds', 'timezone'];
const settingNames: (keyof ScheduleSettings)[] = [
  'name',
  ...agentNames,
  ...timingNames,
  'metadata',
  'enabled',
  'catch_up',
  'overlap',
  'max_cost_per_run',
];

export async function removeSchedule(database: Database, caller: Caller, { id, name }: ScheduleRow): Promise<void> {
  await database.tenant(caller.orgId).tx(async (tx) => {
    if (!(await deleteSchedule(tx, caller.orgId, id))) throw notFound('schedule');
    await audit(tx, caller, 'schedule.deleted', id, { name });
  });
}

/** Returns the time without fractions of milliseconds, as due times have none. */
const moment = (): Date => new Date(Math.floor(databaseNow()));

function nextOf(settings: ScheduleSettings, anchor: Date, now: Date): Date | null {
  if (!settings.enabled) return null;
  const next = nextAfter({ ...settings, anchor_at: anchor }, now.getTime());
  return next === undefined ? null : new Date(next);
}
