import type { Schedule, Trigger } from '@errand/sdk';
import type { ScheduleDefinition, TriggerDefinition } from './definition.ts';
import type { References } from './references.ts';

// Schedules and triggers as files. `names` maps ids to `agent:slug`, and ids of versions to their names.

export const defineSchedule = (schedule: Schedule, names: References): ScheduleDefinition => ({
  kind: 'schedule',
  name: schedule.name,
  agent: names.get(schedule.agent_id)!,
  version: nameOf(schedule.agent_version_id, names),
  cron: schedule.cron,
  every_seconds: schedule.every_seconds,
  timezone: schedule.timezone,
  inputs: schedule.inputs,
  metadata: schedule.metadata,
  enabled: schedule.enabled,
  catch_up: schedule.catch_up,
  overlap: schedule.overlap,
  max_cost_per_run: schedule.max_cost_per_run,
});

export const defineTrigger = (trigger: Trigger, names: References): TriggerDefinition => ({
  kind: 'trigger',
  name: trigger.name,
  on: trigger.kind,
  agent: nameOf(trigger.agent_id, names),
  case_queue: nameOf(trigger.case_queue_id, names),
  version: nameOf(trigger.agent_version_id, names),
  after: nameOf(trigger.source_agent_id, names),
  connection: nameOf(trigger.connection_id, names),
  prefix: trigger.prefix,
  statuses: trigger.statuses,
  mapping: trigger.mapping,
  condition: trigger.condition,
  enabled: trigger.enabled,
  verify: trigger.verify && {
    kind: trigger.verify.kind,
    header: trigger.verify.header,
    prefix: trigger.verify.prefix,
  },
  id_header: trigger.id_header,
});

const nameOf = (id: string | null, names: References): string | null => (id === null ? null : names.get(id)!);
