import type { FieldErrors } from '@errand/contract/errors.ts';
import { findRunnable, findRunnableVersion, type Snapshot } from '#agents/snapshot.ts';
import { collectInputs } from '#jobs/start/inputs.ts';
import { emptyRequest, readMetadata } from '#jobs/start/run-request.ts';
import type { Db } from '#platform/db.ts';
import { AppError, invalidFields } from '#platform/errors.ts';
import { didYouMean } from '#platform/nearest.ts';
import type { ScheduleSettings } from './store.ts';
import { checkCron, isTimeZone, nextAfter } from './times.ts';

// Rules for the settings of a schedule, beyond the shape of their fields. Each message says what to do.

type Given = { system: Db; orgId: string; nowMs: number; settings: ScheduleSettings; withAgent: boolean };

/** Throws a 400 that maps each wrong field to its messages. `withAgent` also checks what concerns the agent. */
export async function checkSettings({ system, orgId, nowMs, settings, withAgent }: Given): Promise<void> {
  const fields: FieldErrors = {};
  if (settings.name.trim() === '') fields.name = ['May not be blank.'];
  Object.assign(fields, findTimingProblems(settings, nowMs), findMetadataProblems(settings));
  if (withAgent) Object.assign(fields, await findAgentProblems(system, orgId, settings));
  if (Object.keys(fields).length > 0) throw invalidFields(fields);
}

function findTimingProblems({ cron, every_seconds: every, timezone }: ScheduleSettings, nowMs: number): FieldErrors {
  const fields: FieldErrors = {};
  if (!isTimeZone(timezone)) {
    const hint = didYouMean(timezone, Intl.supportedValuesOf('timeZone'));
    fields.timezone = [
      `There is no time zone '${timezone.slice(0, 60)}'.${hint} Use an IANA name such as Europe/Berlin.`,
    ];
  }
  if ((cron === null) === (every === null)) {
    fields.cron = [cron === null ? 'Set cron or every_seconds.' : 'Set either cron or every_seconds, not both.'];
    return fields;
  }
  if (cron === null) return fields;
  try {
    checkCron(cron);
  } catch (error) {
    const said = (error as Error).message.replace(/^CronPattern: /, '').replace(/\.*$/, '');
    fields.cron = [
      `Cannot be read: ${said}. Write minute, hour, day of month, month and day of week, such as 30 7 * * 1-5.`,
    ];
    return fields;
  }
  const timing = { cron, every_seconds: null, anchor_at: new Date(nowMs), timezone };
  if (fields.timezone === undefined && nextAfter(timing, nowMs) === undefined)
    fields.cron = ['This day does not exist, so the schedule would never run. Change the day or the month.'];
  return fields;
}

function findMetadataProblems({ metadata }: ScheduleSettings): FieldErrors {
  try {
    readMetadata(metadata);
    return {};
  } catch (error) {
    if (error instanceof AppError && error.options.fields) return error.options.fields;
    throw error;
  }
}

async function findAgentProblems(system: Db, orgId: string, settings: ScheduleSettings): Promise<FieldErrors> {
  const { agent_id: agentId, agent_version_id: versionId } = settings;
  const agent = await findRunnable(system, agentId);
  // Agents of other organizations are not found, and the id of a version is not the id of an agent.
  if (agent === undefined || agent.orgId !== orgId || agent.agentId !== agentId)
    return { agent_id: ['No agent with this id. GET /v1/agents/ lists those you have.'] };
  const found = versionId === null ? agent : await findRunnableVersion(system, agentId, versionId);
  if (found === undefined)
    return { agent_version_id: ['No version of this agent with this id. Leave it out for the current version.'] };
  const { problems } = collectScheduled(found, settings.inputs);
  return problems.length > 0 ? { inputs: problems } : {};
}

const collectScheduled = (snapshot: Snapshot, inputs: Record<string, unknown>) =>
  collectInputs(snapshot.version.inputDefinitions, { ...emptyRequest, nested: inputs });
