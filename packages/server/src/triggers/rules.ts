import type { FieldErrors } from '@errand/contract/errors.ts';
import { findRunnable, findRunnableVersion, type Snapshot } from '#agents/snapshot.ts';
import type { Db } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { HEADER_NAME } from '#platform/outbound/header-rules.ts';
import { findSecretProblem } from '#webhooks/message/secret.ts';
import type { AlertDoor } from './alert-door.ts';
import { findConditionProblems } from './condition.ts';
import { findInputProblems } from './input-problems.ts';
import { findMappingProblems } from './mapping.ts';
import type { TriggerSettings } from './store.ts';

// Rules for the settings of a trigger, beyond the shape of their fields. Each message says what to do.

type Given = {
  system: Db;
  orgId: string;
  settings: TriggerSettings;
  /** The given secret, or true if there already is one. */
  secret: string | true | null;
  /** Whether settings that concern the agents have changed. */
  withAgents: boolean;
  alertDoor: AlertDoor;
};

/** Throws a 400 that maps each wrong field to its messages. */
export async function checkSettings(given: Given): Promise<void> {
  const { settings, secret, withAgents } = given;
  const fields: FieldErrors = {};
  if (settings.name.trim() === '') fields.name = ['May not be blank.'];
  Object.assign(fields, findKindProblems(settings), findVerifyProblems(settings, secret));
  const mapping = findMappingProblems(settings.mapping);
  if (mapping.length > 0) fields.mapping = mapping;
  const condition = findConditionProblems(settings.condition);
  if (condition.length > 0) fields.condition = condition;
  if (withAgents) {
    const found = await findTargetProblems(given);
    if (fields.mapping !== undefined) delete found.mapping;
    Object.assign(fields, found);
  }
  if (Object.keys(fields).length > 0) throw invalidFields(fields);
}

function findKindProblems({ kind, source_agent_id: source, connection_id: connection }: TriggerSettings): FieldErrors {
  if (kind === 'agent' && source === null)
    return { source_agent_id: ['Required for the kind agent: the agent whose jobs start this one when they end.'] };
  if (kind === 'storage' && connection === null)
    return {
      connection_id: [
        'Required for the kind storage: a connection of type s3. GET /v1/connections/ lists those you have.',
      ],
    };
  return {};
}

function findVerifyProblems({ verify, id_header: idHeader }: TriggerSettings, secret: Given['secret']): FieldErrors {
  const problems: string[] = [];
  if (verify !== null && verify.kind !== 'none' && secret === null)
    problems.push(`secret: ${verify.kind} requires the secret that the sender signs with.`);
  if (verify?.kind === 'standard_webhooks' && typeof secret === 'string') {
    const problem = findSecretProblem(secret);
    if (problem !== undefined) problems.push(`secret: ${problem}`);
  }
  if (verify?.header && !HEADER_NAME.test(verify.header)) problems.push('header: Must be a valid header name.');
  const fields: FieldErrors = problems.length > 0 ? { verify: problems } : {};
  if (idHeader !== null && !HEADER_NAME.test(idHeader)) fields.id_header = ['Must be a valid header name.'];
  return fields;
}

async function findTargetProblems({ system, orgId, settings, alertDoor }: Given): Promise<FieldErrors> {
  const fields: FieldErrors = {};
  const {
    agent_id: agentId,
    case_queue_id: queueId,
    agent_version_id: versionId,
    source_agent_id: sourceId,
  } = settings;
  const source = sourceId === null ? undefined : await findOwn(system, orgId, sourceId);
  if (sourceId !== null && source === undefined) fields.source_agent_id = [NO_AGENT];
  if (agentId === null && queueId !== null)
    return versionId === null
      ? { ...fields, ...(await alertDoor.findProblems(orgId, queueId, settings.mapping)) }
      : { ...fields, agent_version_id: ['A case queue has no version. Leave it out.'] };
  if (agentId === null || queueId !== null) return { ...fields, agent_id: [ONE_TARGET] };
  const agent = await findOwn(system, orgId, agentId);
  if (agent === undefined) return { ...fields, agent_id: [NO_AGENT] };
  const found = versionId === null ? agent : await findRunnableVersion(system, agentId, versionId);
  if (found === undefined)
    return {
      ...fields,
      agent_version_id: ['No version of this agent with this id. Leave it out for the current version.'],
    };
  const problems = findInputProblems(found, settings.mapping, (key) => `\${event.body.${key}}`);
  if (problems.length > 0) fields.mapping = problems;
  return fields;
}

const ONE_TARGET = 'Name what the trigger does: agent_id runs an agent, case_queue_id sends a case alert. One of them.';

const NO_AGENT = 'No agent with this id. GET /v1/agents/ lists those you have.';

/** Finds an agent of the organization. The id of a version is not the id of an agent. */
async function findOwn(system: Db, orgId: string, agentId: string): Promise<Snapshot | undefined> {
  const agent = await findRunnable(system, agentId);
  return agent?.orgId === orgId && agent.agentId === agentId ? agent : undefined;
}
