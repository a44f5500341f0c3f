import { CaseAlertBody } from '@errand/contract/case-desk.ts';
import { Type } from 'typebox';
import type { Desk, DeskDeps } from '#case-desk/desk.ts';
import { type GivenAlert, receiveAlert } from '#case-desk/receive-alert.ts';
import { check } from '#http/validate.ts';
import type { Cause } from '#orgs/actor.ts';
import { AppError } from '#platform/errors.ts';
import { isLongInteger } from '#platform/json.ts';
import { isOutage } from '#platform/persist.ts';
import type { RunRow } from './runs-store.ts';
import type { TriggerRow } from './store.ts';

// Sends the alert of an event to a case queue. The mapping says what is in it; what it leaves out comes from the event.

const members = CaseAlertBody.properties;
/** What a mapping may fill. The queue is a setting of the trigger. */
export const alertMembers = Object.keys(members).filter((name) => name !== 'queue');
const Alert = Type.Object(members, { additionalProperties: false });

type Sent =
  | { outcome: 'started'; reason: null; alertId: string }
  | { outcome: 'failed'; reason: string; error: AppError };

export type SendAlert = (trigger: TriggerRow, run: RunRow, cause: Cause) => Promise<Sent>;

/** An event has one alert, however often this is tried: its id names the alert, unless the mapping does. */
export const createSendAlert =
  ({ database, wake, onAlert }: DeskDeps): SendAlert =>
  async (trigger, run, [link, ...behind]) => {
    const { org_id: orgId } = trigger;
    const told: string[] = [];
    try {
      const given = toAlert(trigger, run.inputs ?? {}, { id: `event:${run.id}`, at: run.at });
      const alertId = await database.tenant(orgId).tx(async (tx) => {
        const desk: Desk = { tx, orgId, caller: null, link: link!, behind, told };
        return (await receiveAlert(desk, given, onAlert)).id;
      });
      if (told.length > 0) wake(told);
      return { outcome: 'started', reason: null, alertId };
    } catch (error) {
      if (!(error instanceof AppError) || isOutage(error)) throw error;
      return { outcome: 'failed', reason: problemsOf(error).join(' '), error };
    }
  };

/** Throws an AppError that names what does not fit. */
export function toAlert(
  { case_queue_id: queue, name }: Pick<TriggerRow, 'case_queue_id' | 'name'>,
  mapped: Record<string, unknown>,
  event: { id: string; at: Date },
): GivenAlert {
  const given = Object.fromEntries(Object.entries(mapped).filter(([, value]) => value !== null));
  return check(Alert, {
    external_id: event.id,
    rule: name,
    detected_at: event.at.toISOString(),
    ...given,
    ...texts(given, ['external_id', 'rule']),
    ...('subject' in given && { subject: withTexts(given.subject) }),
    queue,
  });
}

export function problemsOf(error: AppError): string[] {
  const fields = Object.entries(error.options.fields ?? {}).flatMap(([name, problems]) =>
    [problems].flat(2).map((problem) => `${name}: ${typeof problem === 'string' ? problem : JSON.stringify(problem)}`),
  );
  return fields.length > 0 ? fields : [error.message];
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
