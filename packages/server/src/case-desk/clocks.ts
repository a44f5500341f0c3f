import type { CaseQueueClock } from '@errand/contract/case-desk.ts';
import { invalidFields } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { conflict, type Desk, record, requireOpen } from './desk.ts';
import { addTime, timeBetween } from './rules/calendar.ts';
import { type CaseRow, updateCase } from './store/cases.ts';
import { type ClockRow, holdClock, insertClock, listClocks, releaseClock } from './store/clocks.ts';
import { watchTasks } from './store/parts.ts';

const HOUR_MS = 3_600_000;

/** Starts the clocks of a queue for a case. They keep its rules of this moment. */
export async function startClocks(
  { tx, orgId }: Desk,
  caseId: string,
  clocks: CaseQueueClock[],
  starts: Record<CaseQueueClock['from'], Date>,
): Promise<void> {
  for (const { name, from, hours, calendar = null } of clocks) {
    const dueAt = new Date(addTime(starts[from].getTime(), hours * HOUR_MS, calendar));
    await insertClock(tx, orgId, { caseId, name, calendar, dueAt });
  }
}

export type Pause = { name: string; reason: string; paused: boolean };

export async function pauseClock(desk: Desk, row: CaseRow, { name, reason, paused }: Pause): Promise<void> {
  requireOpen(row);
  const clock = (await listClocks(desk.tx, desk.orgId, row.id)).find((one) => one.name === name);
  if (clock === undefined) throw invalidFields({ name: ['The case has no clock with this name.'] });
  if (paused === (clock.paused_at !== null))
    throw conflict(paused ? 'The clock is paused already.' : 'The clock is not paused.');
  if (paused) await pause(desk, clock, reason);
  else await releaseClock(desk.tx, clock.id, dueAgain(clock));
  await updateCase(desk.tx, desk.orgId, row.id);
  await record(desk, row.id, paused ? 'clock_paused' : 'clock_resumed', { name, reason });
}

async function pause({ tx }: Desk, clock: ClockRow, reason: string): Promise<void> {
  const leftMs = leftOf(clock);
  if (leftMs <= 0) throw conflict('The clock is overdue, so there is no time left to keep.');
  await holdClock(tx, clock.id, { by: 'paused_at', reason, leftMs });
}

/** Stops all clocks of a case that is closed. They keep the time that is left, for when it is reopened. Its tasks wait, too. */
export async function stopClocks({ tx, orgId }: Desk, caseId: string): Promise<void> {
  for (const clock of await listClocks(tx, orgId, caseId))
    if (clock.stopped_at === null)
      await holdClock(tx, clock.id, { by: 'stopped_at', reason: null, leftMs: leftOf(clock) });
  await watchTasks(tx, orgId, caseId, false);
}

export async function restartClocks({ tx, orgId }: Desk, caseId: string): Promise<void> {
  for (const clock of await listClocks(tx, orgId, caseId)) await releaseClock(tx, clock.id, dueAgain(clock));
  await watchTasks(tx, orgId, caseId, true);
}

const leftOf = ({ left_ms: left, due_at: dueAt, calendar }: ClockRow): number =>
  left ?? timeBetween(databaseNow(), dueAt.getTime(), calendar);

/** An overdue clock stays overdue. */
const dueAgain = ({ left_ms: left, due_at: dueAt, calendar }: ClockRow): Date =>
  left === null || left <= 0 ? dueAt : new Date(addTime(databaseNow(), left, calendar));
