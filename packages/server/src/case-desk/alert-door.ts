import { CaseAlertBody } from '@errand/contract/case-desk.ts';
import type { FieldErrors } from '@errand/contract/errors.ts';
import { findValueProblems } from '@errand/json-schema/check-value.ts';
import { Type } from 'typebox';
import type { Db } from '#platform/db.ts';
import { AppError, invalidFields } from '#platform/errors.ts';
import { isLongInteger } from '#platform/json.ts';
import { didYouMean } from '#platform/nearest.ts';
import { isOutage } from '#platform/persist.ts';
import type { AlertDoor, AlertEvent } from '#triggers/alert-door.ts';
import type { Desk, DeskDeps } from './desk.ts';
import { type GivenAlert, receiveAlert } from './receive-alert.ts';
import { findAlertByExternalId } from './store/alerts.ts';
import { findQueue } from './store/queues.ts';

// Where events of triggers become alerts. The mapping says what is in an alert; what it leaves out comes from the event.

const members = CaseAlertBody.properties;
/** What a mapping may fill. The queue is a setting of the trigger. */
const mapped = Object.keys(members).filter((name) => name !== 'queue');
const Alert = Type.Object(members, { additionalProperties: false });

export const createAlertDoor = ({ database, wake, onAlert }: DeskDeps): AlertDoor => ({
  async send(event, values, [link, ...behind]) {
    const told: string[] = [];
    try {
      const alertId = await database.tenant(event.orgId).tx(async (tx) => {
        const given = await asKnown(tx, event.orgId, toAlert(event, values), values);
        const desk: Desk = { tx, orgId: event.orgId, caller: null, link: link!, behind, told };
        return (await receiveAlert(desk, given, onAlert)).id;
      });
      if (told.length > 0) wake(told);
      return { outcome: 'started', reason: null, alertId };
    } catch (error) {
      if (!(error instanceof AppError) || isOutage(error)) throw error;
      return { outcome: 'failed', reason: describe(error), error };
    }
  },
  preview: toAlert,
  async findProblems(orgId, queueId, mapping): Promise<FieldErrors> {
    if ((await findQueue(database.tenant(orgId), orgId, queueId)) === undefined)
      return { case_queue_id: ['No case queue with this id. GET /v1/case-queues/ lists those you have.'] };
    const unknown = Object.keys(mapping)
      .filter((name) => !mapped.includes(name))
      .map((name) => `A case alert has no member '${name.slice(0, 80)}'.${didYouMean(name, mapped)}`);
    const problems = Object.hasOwn(mapping, 'subject')
      ? unknown
      : [...unknown, `Say whom the alert is about: "subject": {"kind": "person", "name": "\${event.body.name}"}.`];
    return problems.length > 0 ? { mapping: problems.slice(0, 20) } : {};
  },
});

/** A mapping that names the alert may send it twice. What comes from the event is then as the first one had it. */
async function asKnown(tx: Db, orgId: string, given: GivenAlert, values: Record<string, unknown>): Promise<GivenAlert> {
  const known = await findAlertByExternalId(tx, orgId, given.external_id);
  if (known === undefined) return given;
  return {
    ...given,
    ...((values.rule ?? null) === null && { rule: known.rule }),
    ...((values.detected_at ?? null) === null && { detected_at: known.detected_at.toISOString() }),
  };
}

function toAlert({ queueId, triggerName, id, at }: AlertEvent, values: Record<string, unknown>): GivenAlert {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  const alert = {
    external_id: `event:${id}`,
    rule: triggerName,
    detected_at: at.toISOString(),
    ...given,
    ...texts(given, ['external_id', 'rule']),
    ...('subject' in given && { subject: withTexts(given.subject) }),
    queue: queueId,
  };
  const fields: Record<string, string[]> = {};
  for (const { path, message } of findValueProblems(Alert as unknown as Record<string, unknown>, alert)) {
    const [name = ''] = path.split(/[.[]/);
    fields[name] = [...(fields[name] ?? []), path === name ? `It ${message}.` : `${path} ${message}.`];
  }
  if (Object.keys(fields).length > 0) throw invalidFields(fields);
  return alert as GivenAlert;
}

function describe(error: AppError): string {
  const fields = Object.entries(error.options.fields ?? {}).map(([name, problems]) => `${name}: ${String(problems)}`);
  return fields.length > 0 ? fields.join(' ') : error.message;
}

/** Senders write ids as numbers, too. */
const textOf = (value: unknown): unknown =>
  isLongInteger(value) ? value.rawJSON : typeof value === 'number' ? String(value) : value;

const texts = (from: object, names: string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(from).flatMap(([name, value]) => (names.includes(name) ? [[name, textOf(value)]] : [])),
  );

function withTexts(subject: unknown): unknown {
  if (typeof subject !== 'object' || subject === null) return subject;
  const { identifiers = {}, ...rest } = subject as Record<string, unknown>;
  if (typeof identifiers !== 'object' || identifiers === null) return subject;
  const known = Object.entries(identifiers).filter(([, value]) => value !== null);
  return {
    ...rest,
    ...texts(rest, ['name']),
    identifiers: Object.fromEntries(known.map(([kind, value]) => [kind, textOf(value)])),
  };
}
