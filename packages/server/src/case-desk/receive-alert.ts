import { createHash } from 'node:crypto';
import type { CaseAlertBody } from '@errand/contract/case-desk.ts';
import type { FieldErrors } from '@errand/contract/errors.ts';
import { canonicalJson } from '@errand/proofs/canonical-json.ts';
import type { Static } from 'typebox';
import { invalidFields } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import { startClocks } from './clocks.ts';
import { conflict, type Desk, type DeskDeps, record } from './desk.ts';
import { higherPriority, joinSubjects, listIdentifiers, normalizeKind } from './rules/model.ts';
import * as alerts from './store/alerts.ts';
import { getAnyCase, insertCase, lockCases, updateCase } from './store/cases.ts';
import { findQueue, type QueueRow } from './store/queues.ts';

export type GivenAlert = Static<typeof CaseAlertBody>;

/** Adds an alert to the case that it belongs to. An alert that was sent before is found, and changes nothing. */
export async function receiveAlert(
  desk: Desk,
  given: GivenAlert,
  onAlert: DeskDeps['onAlert'],
): Promise<alerts.AlertRow> {
  const { tx, orgId } = desk;
  const queue = await findQueue(tx, orgId, given.queue, 'for key share');
  if (queue === undefined) throw invalidFields({ queue: ['There is no case queue with this id or name.'] });
  const alert = readAlert(given, queue);
  const identifiers = listIdentifiers(alert.subject);
  const kinds = queue.join_kinds.map(normalizeKind);
  const joining = identifiers.filter(({ kind }) => kinds.includes(kind));
  await alerts.lockSubjects(tx, orgId, [
    JSON.stringify([alert.external_id]),
    ...joining.map(({ kind, value }) => JSON.stringify([queue.id, kind, value])),
  ]);
  const known = await alerts.findAlertByExternalId(tx, orgId, alert.external_id);
  if (known !== undefined) {
    if (known.sha256 === alert.sha256) return known;
    throw conflict('There is an alert with this external_id and other content.');
  }
  const joined = await findOpenCase(desk, queue, { joining, detectedAt: alert.detected_at });
  const caseId = joined ?? (await openCase(desk, queue, alert));
  await alerts.insertAlert(tx, orgId, { ...alert, case_id: caseId }, identifiers);
  const row = await getAnyCase(tx, orgId, caseId);
  await updateCase(tx, orgId, caseId, {
    alert_count: row.alert_count + 1,
    subject: joinSubjects([row.subject, alert.subject]),
    priority: higherPriority(row.priority, alert.priority),
  });
  await record(desk, caseId, joined === undefined ? 'opened' : 'alert_added', {
    alert_id: alert.id,
    external_id: alert.external_id,
  });
  await onAlert(desk, { alertId: alert.id, caseId, playbookId: queue.playbook_id });
  return (await alerts.findAlertByExternalId(tx, orgId, alert.external_id))!;
}

function readAlert(given: GivenAlert, queue: QueueRow): Omit<alerts.NewAlert, 'case_id'> {
  refuseUnusable(given);
  const content = {
    queue_id: queue.id,
    external_id: given.external_id,
    subject: given.subject,
    rule: given.rule,
    amount: given.amount ?? null,
    currency: given.currency ?? null,
    time_window: given.window ?? null,
    detected_at: new Date(given.detected_at).toISOString(),
    data: given.data ?? {},
    priority: given.priority ?? 'normal',
  };
  return { id: newId(), ...content, sha256: createHash('sha256').update(canonicalJson(content)).digest('hex') };
}

/** Years that no clock of a case can leave PostgreSQL's calendar from, and kinds of identifiers that an index holds. */
function refuseUnusable({ detected_at: at, subject: { identifiers } }: GivenAlert): void {
  const problems: FieldErrors = {};
  const year = new Date(at).getUTCFullYear();
  if (!(year >= 1900 && year < 2200)) problems.detected_at = ['Must lie between the years 1900 and 2199.'];
  if (Object.keys(identifiers).some((kind) => kind.trim() === '' || kind.length > KIND_CHARACTERS_MAX))
    problems.subject = [`Give each identifier a kind of 1 to ${KIND_CHARACTERS_MAX} characters, such as account.`];
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
}

/** As long as a kind in the rule of a queue. */
const KIND_CHARACTERS_MAX = 100;

/** Finds and locks the case to join. One that is closed or merged in this moment is looked for again. */
async function findOpenCase(
  { tx, orgId }: Desk,
  queue: QueueRow,
  { joining, detectedAt }: { joining: { kind: string; value: string }[]; detectedAt: string },
): Promise<string | undefined> {
  if (joining.length === 0) return undefined;
  const search = { queueId: queue.id, identifiers: joining, detectedAt, days: queue.join_days };
  for (;;) {
    const id = await alerts.findCaseToJoin(tx, orgId, search);
    if (id === undefined) return undefined;
    await lockCases(tx, orgId, [id]);
    if ((await alerts.findCaseToJoin(tx, orgId, search)) === id) return id;
  }
}

async function openCase(desk: Desk, queue: QueueRow, alert: Omit<alerts.NewAlert, 'case_id'>): Promise<string> {
  const { subject, priority } = alert;
  const given = { queueId: queue.id, subject: joinSubjects([subject]), priority, restrictedTo: null };
  const id = await insertCase(desk.tx, desk.orgId, given);
  const now = new Date(databaseNow());
  await startClocks(desk, id, queue.clocks, { alert: now, opened: now, detection: new Date(alert.detected_at) });
  return id;
}
