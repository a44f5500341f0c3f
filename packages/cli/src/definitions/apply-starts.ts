import type { Errand } from '@errand/sdk';
import { UsageError } from '../terminal/errors.ts';
import { pathOf, type ScheduleDefinition, type TriggerDefinition } from './definition.ts';
import type { Step } from './plan.ts';
import type { Organization } from './read-organization.ts';

// Schedules and triggers of a plan. Their agents are ids already.

export async function applySchedule(
  errand: Errand,
  { schedules }: Organization,
  { slug }: Step,
  { kind: _, agent, ...settings }: ScheduleDefinition,
): Promise<void> {
  const existing = schedules.find((one) => one.slug === slug);
  const body = { ...settings, agent_id: agent };
  if (existing === undefined) await errand.schedules.create(body);
  else await errand.schedules.update(existing.schedule.id, body);
}

export async function applyTrigger(
  errand: Errand,
  { triggers }: Organization,
  step: Step,
  wanted: TriggerDefinition,
): Promise<void> {
  const { name, on, agent, after, statuses, mapping, condition, enabled, verify, id_header } = wanted;
  const existing = triggers.find((one) => one.slug === step.slug);
  const isSigned = verify !== null && verify !== undefined && verify.kind !== 'none';
  if (isSigned && !existing?.trigger.verify?.secret) {
    throw new UsageError(
      `${pathOf(step)}: the server has no secret for it, and a file never holds one. Create it with errand triggers create --secret-stdin first.`,
    );
  }
  const body = {
    name,
    kind: on,
    agent_id: agent,
    source_agent_id: after ?? null,
    ...(statuses !== undefined && { statuses }),
    ...(mapping !== undefined && { mapping }),
    ...(condition !== undefined && { condition }),
    ...(enabled !== undefined && { enabled }),
    ...(verify !== undefined && { verify }),
    ...(id_header !== undefined && { id_header }),
  };
  if (existing === undefined) await errand.triggers.create(body);
  else await errand.triggers.update(existing.trigger.id, body);
}
