import { invalidFields, notFound } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { startClocks, stopClocks } from './clocks.ts';
import { conflict, type Desk, record, requireOpen } from './desk.ts';
import { higherPriority, joinSubjects, viewerOf } from './rules/model.ts';
import { listAlertsOfCase, moveAlerts } from './store/alerts.ts';
import { type CaseRow, findCase, insertCase, lockCases, updateCase } from './store/cases.ts';
import { takeEarlierClocks } from './store/clocks.ts';
import { findQueue } from './store/queues.ts';
import { copyHold } from './store/reports.ts';

// Merge and split. Alerts move with their identifiers and jobs; what was recorded stays where it was.

type Merge = { into_case_id: string; reason: string };

export async function mergeCase(desk: Desk, id: string, { into_case_id: into, reason }: Merge): Promise<void> {
  const { tx, orgId } = desk;
  const viewer = viewerOf(desk.caller!);
  await lockCases(tx, orgId, [id, into]);
  const row = await findCase(tx, orgId, id, viewer);
  if (row === undefined) throw notFound('case');
  const target = into === id ? undefined : await findCase(tx, orgId, into, viewer);
  if (target === undefined) throw invalidFields({ into_case_id: ['There is no other case with this id.'] });
  for (const one of [row, target]) {
    requireOpen(one);
    if (one.proposal !== null)
      throw conflict(`A decision is proposed for case ${one.number}. Approve or reject it first.`);
  }
  if (!isSameAudience(row, target)) throw conflict('The two cases are restricted to different people.');
  const moved = await moveAlerts(tx, orgId, { from: id, to: into, ids: null });
  await takeEarlierClocks(tx, orgId, { from: id, to: into });
  await stopClocks(desk, id);
  await updateCase(tx, orgId, id, { alert_count: 0, closed_at: new Date(databaseNow()), merged_into: into });
  await updateCase(tx, orgId, into, {
    alert_count: target.alert_count + moved,
    subject: joinSubjects([target.subject, row.subject]),
    priority: higherPriority(target.priority, row.priority),
  });
  await record(desk, id, 'merged', { into_case_id: into, alerts: moved, reason });
  await record(desk, into, 'merged_from', { case_id: id, alerts: moved, reason });
}

const isSameAudience = (one: CaseRow, other: CaseRow): boolean =>
  JSON.stringify(one.restricted_to?.toSorted()) === JSON.stringify(other.restricted_to?.toSorted());

/** Returns the id of the new case. */
export async function splitCase(
  desk: Desk,
  row: CaseRow,
  { alert_ids: ids, reason }: { alert_ids: string[]; reason: string },
): Promise<string> {
  const { tx, orgId } = desk;
  requireOpen(row);
  if (row.proposal !== null) throw conflict('A decision is proposed. Approve or reject it first.');
  const all = await listAlertsOfCase(tx, orgId, row.id);
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  const [leaving, staying] = [all.filter(({ id }) => wanted.has(id)), all.filter(({ id }) => !wanted.has(id))];
  if (leaving.length < wanted.size)
    throw invalidFields({ alert_ids: ['The case has no alert with one of these ids.'] });
  const [first, ...others] = leaving;
  const [remaining, ...rest] = staying;
  if (remaining === undefined) throw invalidFields({ alert_ids: ['At least one alert has to stay.'] });
  const id = await insertCase(tx, orgId, {
    queueId: row.queue_id,
    subject: joinSubjects([first!.subject, ...others.map(({ subject }) => subject)]),
    priority: leaving.map(({ priority }) => priority).reduce(higherPriority),
    restrictedTo: row.restricted_to,
  });
  await moveAlerts(tx, orgId, { from: row.id, to: id, ids: leaving.map((alert) => alert.id) });
  const queue = (await findQueue(tx, orgId, row.queue_id))!;
  const alert = new Date(Math.min(...leaving.map(({ created_at }) => created_at.getTime())));
  // A split gives nobody more time.
  await startClocks(desk, id, queue.clocks, { alert, detection: first!.detected_at, opened: row.created_at });
  await updateCase(tx, orgId, id, { alert_count: leaving.length });
  await updateCase(tx, orgId, row.id, {
    alert_count: staying.length,
    subject: joinSubjects([remaining.subject, ...rest.map(({ subject }) => subject)]),
  });
  const isHeld = (await copyHold(tx, orgId, { from: row.id, to: id })) > 0;
  await record(desk, row.id, 'split', { into_case_id: id, alert_ids: leaving.map((one) => one.id), reason });
  await record(desk, id, 'opened', { split_from: row.id, reason });
  if (isHeld) await record(desk, id, 'held', { split_from: row.id });
  return id;
}
