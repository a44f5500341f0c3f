import type { Errand } from '@errand/sdk';
import { UsageError } from '../terminal/errors.ts';
import { pathOf, type ScheduleDefinition, type TriggerDefinition } from './definition.ts';
import type { Step } from './plan.ts';
import { listVersions, type Organization } from './read-organization.ts';

// Applies the schedules and triggers of a plan. Their agents are already ids.

export async function applySchedule(
  errand: Errand,
  { schedules }: Organization,
  step: Step,
  { kind: _, agent, version, ...settings }: ScheduleDefinition,
): Promise<void> {
  const existing = schedules.find((one) => one.slug === step.slug);
  const body = { ...settings, agent_id: agent, ...(await pin(errand, step, agent, version)) };
  if (existing === undefined) await errand.schedules.create(body);
  else await errand.schedules.update(existing.schedule.id, body);
}

export async function applyTrigger(
  errand: Errand,
  { triggers }: Organization,
  step: Step,
  wanted: TriggerDefinition,
): Promise<void> {
  const {
    name,
    on,
    agent = null,
    case_queue: queue = null,
    version,
    after,
    connection,
    kind: _,
    verify,
    ...settings
  } = wanted;
  const existing = triggers.find((one) => one.slug === step.slug);
  const isSigned = verify !== null && verify !== undefined && verify.kind !== 'none';
  if (isSigned && !existing?.trigger.verify?.secret) {
    throw new UsageError(
      `${pathOf(step)}: the server has no secret for it, and files never contain secrets. First create the trigger with errand triggers create --secret-stdin.`,
    );
  }
  const body = {
    name,
    kind: on,
    agent_id: agent,
    case_queue_id: queue,
    ...settings,
    ...(agent !== null && (await pin(errand, step, agent, version))),
    source_agent_id: after ?? null,
    connection_id: connection ?? null,
    ...(verify !== undefined && { verify }),
  };
  if (existing === undefined) await errand.triggers.create(body);
  else await errand.triggers.update(existing.trigger.id, body);
}

/** Finds the newest version of the name, or the version with the id. */
async function pin(errand: Errand, step: Step, agentId: string, version: string | null | undefined) {
  if (version === undefined) return {};
  if (version === null) return { agent_version_id: null };
  const versions = await listVersions(errand, agentId);
  const found = versions.find((one) => one.version_name === version) ?? versions.find(({ id }) => id === version);
  if (found === undefined) {
    throw new UsageError(
      `${pathOf(step)}: the agent has no version called ${version} on this server. Use version: null for the current version.`,
    );
  }
  return { agent_version_id: found.id };
}
