import { createHash } from 'node:crypto';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import type { SecretBox } from '#secrets/box.ts';
import { listFailed } from './condition.ts';
import { mapEvent, TooLarge } from './mapping.ts';
import { listJobs, type NewRun, type RunRow, recordEvent, recordResult } from './runs-store.ts';
import type { StartEvent } from './start-event.ts';
import { type ListeningTrigger, sealedSecret } from './store.ts';
import { findSignatureProblem, type Received } from './verify.ts';

// Handles a request to the address of a trigger. The event is recorded before its job is started, so that a repeated
// delivery gets the same job, and another process continues if this one ends in between.

export type ReceiveDeps = { database: Database; box: SecretBox; startEvent: StartEvent };
export type HttpEvent = { body: unknown; headers: Record<string, string>; query: Record<string, unknown> };
export type HookResult = { job_id: string | null; case_alert_id?: string; skipped?: 'condition' | 'disabled' };

export async function receiveEvent(
  deps: ReceiveDeps,
  trigger: ListeningTrigger,
  request: Received,
  readEvent: () => HttpEvent,
): Promise<HookResult> {
  const { org_id: orgId } = trigger;
  const secret =
    trigger.secret_sealed === null
      ? null
      : await deps.box.open(sealedSecret.at({ org_id: orgId, id: trigger.id }), trigger.secret_sealed);
  const problem = await findSignatureProblem(trigger.verify!, secret, request);
  if (problem !== undefined) throw new AppError('not_authenticated', { detail: problem });
  const event = readEvent();
  const run = await recordEvent(deps.database.tenant(orgId), toRun(trigger, request, event));
  if (run.outcome !== 'starting') return resultOf(run);
  return startRecorded(deps, trigger, run);
}

async function startRecorded(deps: ReceiveDeps, trigger: ListeningTrigger, run: RunRow): Promise<HookResult> {
  const { system } = deps.database;
  const result = await deps.startEvent(trigger, run);
  // Another process may have started it, for an earlier delivery of the same event.
  if (result === undefined || result.outcome !== 'started') {
    if ((await listJobs(system, [run.job_id!])).size > 0) return { job_id: run.job_id };
  }
  if (result === undefined) throw new AppError('unavailable');
  // The sender gets an error and may send the event again, which only a failed run allows.
  const outcome = result.outcome === 'started' ? 'started' : 'failed';
  const alertId = result.outcome === 'started' ? result.alertId : undefined;
  await recordResult(system, run.id, { outcome, reason: result.reason, ...(alertId !== undefined && { alertId }) });
  if (result.outcome !== 'started') throw result.error;
  return startedAnswer({ job_id: run.job_id, case_alert_id: alertId ?? null });
}

/** Turns the event into a run, and decides as much as possible without starting anything. */
function toRun(trigger: ListeningTrigger, { headers, address }: Received, event: HttpEvent): NewRun {
  const id = newId();
  const deliveryId = readDeliveryId(headers, trigger.id_header);
  const run = {
    id,
    org_id: trigger.org_id,
    trigger_id: trigger.id,
    delivery_key: deliveryId === null ? id : keyOf(deliveryId),
    delivery_id: deliveryId?.slice(0, SHOWN_CHARACTERS_MAX) ?? null,
    inputs: null,
    job_id: null,
    at: new Date(databaseNow()),
    address,
  };
  if (!trigger.enabled) return { ...run, outcome: 'skipped', reason: DISABLED };
  const failed = listFailed(trigger.condition, event);
  if (failed.length > 0)
    return { ...run, outcome: 'skipped', reason: `${CONDITION}: ${failed[0]!.path} ${failed[0]!.op}.` };
  try {
    return { ...run, inputs: mapEvent(trigger.mapping, event), job_id: newId(), outcome: 'starting', reason: null };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return { ...run, outcome: 'failed', reason: error.message };
  }
}

const DISABLED = 'The trigger is off.';
export const CONDITION = 'The condition does not hold';

/** Returns the result of an earlier delivery of the same event. */
function resultOf(run: RunRow): HookResult {
  const { outcome, reason } = run;
  if (outcome === 'started') return startedAnswer(run);
  if (outcome === 'skipped') return { job_id: null, skipped: reason === DISABLED ? 'disabled' : 'condition' };
  throw new AppError('invalid_inputs', { messages: [reason ?? 'The event cannot be used.'] });
}

const startedAnswer = ({
  job_id: jobId,
  case_alert_id: alertId,
}: Pick<RunRow, 'job_id' | 'case_alert_id'>): HookResult =>
  alertId === null ? { job_id: jobId } : { job_id: null, case_alert_id: alertId };

const SHOWN_CHARACTERS_MAX = 255;

function readDeliveryId(headers: Received['headers'], idHeader: string | null): string | null {
  const names = ['webhook-id', 'idempotency-key', ...(idHeader === null ? [] : [idHeader.toLowerCase()])];
  const given = names.map((name) => headers[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof given === 'string' ? given : null;
}

/** Returns the hash of a long id. */
const keyOf = (id: string): string =>
  id.length <= SHOWN_CHARACTERS_MAX ? id : createHash('sha256').update(id).digest('hex');
