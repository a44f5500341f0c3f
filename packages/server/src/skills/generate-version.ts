import type { FieldErrors } from '@errand/contract/errors.ts';
import type { GenerateVersionBody, GenerationStarted, SkillGeneration } from '@errand/contract/skills.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError, invalidFields, notFound } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import { getLocked } from '#versions/change.ts';
import { findVersion } from '#versions/store.ts';

import { deleteGeneration, findGeneration, type GenerationRow, putGeneration } from './generations-store.ts';
import { skillKind } from './store.ts';

// A generation is a job of a built-in agent that writes files. All its sources are inputs of the job, so that the job
// shows everything it was told.

export type JobState = { status: SkillGeneration['status']; error: string };

/** Functions of other domains: jobs, agents, tables, files and policies. */
export type GenerationDeps = {
  /** Returns the names that the organization does not have. */
  findUnknownTables(orgId: string, names: string[]): Promise<string[]>;
  findUnknownFiles(orgId: string, ids: string[]): Promise<string[]>;
  /** Returns the content of a policy as text, or undefined if there is no such policy. */
  describePolicy(orgId: string, ids: { policyId?: string; versionId?: string }): Promise<string | undefined>;
  /** Returns the built-in agent. Throws if the organization may not start jobs. */
  prepareAgent(caller: Caller): Promise<string>;
  /** `alongside` runs in the transaction that stores the job. */
  startJob(
    caller: Caller,
    job: { id: string; agentId: string },
    inputs: Record<string, string>,
    alongside: (tx: Db) => Promise<void>,
  ): Promise<void>;
  cancelJob(caller: Caller, jobId: string): Promise<unknown>;
  /** Returns the state of a job. One that does not exist has failed if it should have started by now. */
  findJobState(orgId: string, jobId: string, since: Date): Promise<JobState>;
};

export const eventsOf = (jobId: string): string => `/v1/agents/jobs/${jobId}/events/`;

export async function startGeneration(
  database: Database,
  deps: GenerationDeps,
  caller: Caller,
  setId: string,
  body: GenerateVersionBody,
): Promise<GenerationStarted> {
  const { orgId } = caller;
  const inputs = await readInputs(database, deps, orgId, setId, body);
  const agentId = await deps.prepareAgent(caller);
  const [id, jobId] = [newId(), newId()];
  await deps.startJob(caller, { id: jobId, agentId }, inputs, async (tx) => {
    const set = await getLocked(tx, caller, skillKind, setId);
    const before = await findGeneration(tx, orgId, setId);
    if (before !== undefined && (await stateOf(deps, before)).status === 'building')
      throw new AppError('conflict', {
        detail: 'A generation of this skill set is running. Cancel it, or wait until it ends.',
      });
    await putGeneration(tx, orgId, {
      id,
      skill_set_id: setId,
      job_id: jobId,
      auto_commit: body.auto_commit ?? false,
      creator_id: caller.userId,
      base_version_id: body.base_version_id?.toLowerCase() ?? null,
      expected_version_id: set.current_version_id,
      started_at: new Date(databaseNow()),
    });
    await audit(tx, caller, 'skill_set.generation_started', setId, {
      run_id: id,
      job_id: jobId,
      auto_commit: body.auto_commit ?? false,
    });
  });
  return { workflow_id: jobId, sse_endpoint: eventsOf(jobId), run_id: id };
}

export async function readGeneration(
  database: Database,
  deps: GenerationDeps,
  orgId: string,
  setId: string,
): Promise<SkillGeneration | null> {
  const row = await findGeneration(database.tenant(orgId), orgId, setId);
  if (row === undefined) return null;
  const { status, error } = await stateOf(deps, row);
  return {
    id: row.id,
    workflow_id: row.job_id,
    sse_endpoint: eventsOf(row.job_id),
    status,
    error,
    started_at: row.started_at.toISOString(),
  };
}

/** Cancels the job if it is running, and deletes the generation. */
export async function cancelGeneration(
  database: Database,
  deps: GenerationDeps,
  caller: Caller,
  { setId, runId }: { setId: string; runId: string },
): Promise<void> {
  const { orgId } = caller;
  const db = database.tenant(orgId);
  const row = await findGeneration(db, orgId, setId);
  if (row?.id !== runId) throw notFound('generation of this skill set');
  await deps.cancelJob(caller, row.job_id);
  await db.tx(async (tx) => {
    if (!(await deleteGeneration(tx, orgId, setId, runId))) return;
    const detail = { run_id: runId, job_id: row.job_id };
    await audit(tx, caller, 'skill_set.generation_dismissed', setId, detail);
  });
}

const stateOf = (
  deps: GenerationDeps,
  { org_id: orgId, job_id: jobId, started_at }: GenerationRow,
): Promise<JobState> => deps.findJobState(orgId, jobId, started_at);

async function readInputs(
  database: Database,
  deps: GenerationDeps,
  orgId: string,
  setId: string,
  body: GenerateVersionBody,
): Promise<Record<string, string>> {
  const tables = [...new Set(body.table_names ?? [])];
  const attachments = [...new Set(body.attachments ?? [])];
  const fields: FieldErrors = {};
  if (body.use_case.trim() === '') fields.use_case = ['May not be blank.'];
  if (tables.length + attachments.length === 0) fields.table_names = ['At least one table or attachment is required.'];
  const unknownTables = await deps.findUnknownTables(orgId, tables);
  if (unknownTables.length > 0) fields.table_names = unknownTables.map((name) => `There is no table '${name}'.`);
  const unknownFiles = await deps.findUnknownFiles(orgId, attachments);
  if (unknownFiles.length > 0)
    fields.attachments = unknownFiles.map((id) => `There is no file '${id.slice(0, 80)}' in this organization.`);
  const baseId = body.base_version_id?.toLowerCase();
  const base = baseId ? await findVersion(database.tenant(orgId), skillKind, orgId, setId, baseId) : undefined;
  if (baseId && base === undefined) fields.base_version_id = ['This skill set has no version with this id.'];
  const policy = await readPolicy(deps, orgId, body, fields);
  if (Object.keys(fields).length > 0) throw invalidFields(fields);
  return {
    use_case: body.use_case,
    tables: JSON.stringify(tables),
    attachments: attachments.join(','),
    policy,
    base: base === undefined ? '' : JSON.stringify(base.files),
  };
}

async function readPolicy(
  deps: GenerationDeps,
  orgId: string,
  { policy_id: policyId, policy_version_id: versionId }: GenerateVersionBody,
  fields: FieldErrors,
): Promise<string> {
  if (!policyId && !versionId) return '';
  const ids = { ...(policyId && { policyId }), ...(versionId && { versionId }) };
  const policy = await deps.describePolicy(orgId, ids);
  if (policy === undefined)
    fields[versionId ? 'policy_version_id' : 'policy_id'] = ['There is no such policy in this organization.'];
  return policy ?? '';
}
