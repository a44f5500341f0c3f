import type { TriggerTestAnswer } from '@errand/contract/triggers.ts';
import type { Static } from 'typebox';
import { AppError } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import type { AlertDoor } from './alert-door.ts';
import { listFailed } from './condition.ts';
import { mapEvent, TooLarge } from './mapping.ts';
import { eventOf } from './start-event.ts';
import type { TriggerRow } from './store.ts';

/** Returns why the agent of a trigger would not accept these inputs. The jobs domain, which is above, provides it. */
export type FindInputProblems = (
  target: { agent_id: string; agent_version_id: string | null; org_id: string },
  inputs: Record<string, unknown>,
) => Promise<string[]>;

/** Tells what a sample event would do. Nothing is started or recorded. */
export async function testTrigger(
  trigger: TriggerRow,
  sample: Record<string, unknown>,
  { findInputProblems, alertDoor }: { findInputProblems: FindInputProblems; alertDoor: Pick<AlertDoor, 'preview'> },
): Promise<Static<typeof TriggerTestAnswer>> {
  const event = withLowerHeaders(sample);
  const failed = listFailed(trigger.condition, event);
  let inputs: Record<string, unknown> = {};
  let problems: string[];
  try {
    inputs = mapEvent(trigger.mapping, event);
    const { agent_id: agentId } = trigger;
    if (agentId === null)
      inputs = alertDoor.preview(eventOf(trigger, { id: '…', at: new Date(databaseNow()) }), inputs);
    problems = agentId === null ? [] : await findInputProblems({ ...trigger, agent_id: agentId }, inputs);
  } catch (error) {
    if (!(error instanceof TooLarge || error instanceof AppError)) throw error;
    const fields = error instanceof AppError ? Object.entries(error.options.fields ?? {}) : [];
    problems = fields.length > 0 ? fields.map(([name, found]) => `${name}: ${String(found)}`) : [error.message];
  }
  const holds = failed.length === 0;
  return { starts: holds && problems.length === 0, condition: { holds, failed }, inputs, problems };
}

function withLowerHeaders(event: Record<string, unknown>): Record<string, unknown> {
  const { headers } = event;
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return event;
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...event, headers: Object.fromEntries(lower) };
}
