import type { OutputItem } from '#engines/engine/engine.ts';
import { type ActorRow, actorOfJob, type Link, linksOf } from '#orgs/actor.ts';
import type { Db } from '#platform/db.ts';
import { type JobInput, type JobStatus, jobStatus, type StatusEvent } from './model.ts';
import { joinQueue } from './queue-row.ts';

// Reads single jobs and lists of ids. The state of a job is in job_queue until it ends and in job_results afterwards.
// Both are looked up by primary key, so the cost does not grow with history.

export type JobState = {
  id: string;
  agentId: string;
  versionId: string;
  status: JobStatus;
  createdAt: Date;
  /** Status events after the first PENDING. */
  events: StatusEvent[];
  /** The code of a failure, or null if it was stored before there were codes. */
  errorCode: string | null;
  errorMessage: string | null;
};

export type JobRecord = JobState & {
  inputs: JobInput[];
  metadata: Record<string, unknown> | null;
  outputs: OutputItem[];
  inputTokens: number | null;
  outputTokens: number | null;
  cost: number;
  timeoutSeconds: number;
  maxCost: number | null;
  dataDeleted: boolean;
  /** Everybody and everything that caused it, nearest first. */
  links: Link[];
  inputDefinitions: { key: string; data_type: string; description: string }[];
};

type StateRow = {
  id: string;
  agent_id: string;
  version_id: string;
  status: JobStatus;
  created_at: Date;
  events: StatusEvent[];
  error_code: string | null;
  error_message: string | null;
};

type RecordRow = StateRow & {
  inputs: JobInput[];
  metadata: Record<string, unknown> | null;
  outputs: OutputItem[] | null;
  input_tokens: number | null;
  output_tokens: number | null;
  cost: number | null;
  timeout_seconds: number;
  max_cost: number | null;
  data_deleted: boolean;
  actor: ActorRow;
  input_definitions: { key: string; data_type: string; description: string }[] | null;
};

const STATE = `j.id, j.agent_id, j.version_id, coalesce(r.status, q.status) as status, j.created_at,
  coalesce(r.events::jsonb, q.events) as events, r.error_code, r.error_message`;
const RECORD = `${STATE}, j.inputs, j.metadata, r.outputs, r.input_tokens, r.output_tokens, r.cost,
  j.timeout_seconds, j.max_cost, r.data_deleted_at is not null as data_deleted, v.input_definitions,
  ${actorOfJob('j')} as actor`;
const FROM = `from jobs j left join job_results r on r.job_id = j.id ${joinQueue('j.id')}`;
const FROM_WITH_VERSION = `${FROM} left join agent_versions v on v.id = j.version_id`;

export async function findState(db: Db, orgId: string, jobId: string): Promise<JobState | undefined> {
  const rows = await db.query<StateRow>(`select ${STATE} ${FROM} where j.id = $2 and j.org_id = $1`, [orgId, jobId]);
  return rows[0] && toState(rows[0]);
}

export async function listStates(db: Db, orgId: string, jobIds: string[]): Promise<JobState[]> {
  const rows = await db.query<StateRow>(`select ${STATE} ${FROM} where j.id = any($2::uuid[]) and j.org_id = $1`, [
    orgId,
    jobIds,
  ]);
  return rows.map(toState);
}

export async function findRecord(db: Db, orgId: string, jobId: string): Promise<JobRecord | undefined> {
  const rows = await db.query<RecordRow>(`select ${RECORD} ${FROM_WITH_VERSION} where j.id = $2 and j.org_id = $1`, [
    orgId,
    jobId,
  ]);
  return rows[0] && toRecord(rows[0]);
}

export async function listRecords(db: Db, orgId: string, jobIds: string[]): Promise<JobRecord[]> {
  const rows = await db.query<RecordRow>(
    `select ${RECORD} ${FROM_WITH_VERSION} where j.id = any($2::uuid[]) and j.org_id = $1`,
    [orgId, jobIds],
  );
  return rows.map(toRecord);
}

/** Returns those of the ids that exist in any organization, to tell "forbidden" from "not found". */
export async function listExisting(system: Db, jobIds: string[]): Promise<string[]> {
  const rows = await system.query<{ id: string }>('select id from jobs where id = any($1::uuid[])', [jobIds]);
  return rows.map((row) => row.id);
}

function toState(row: StateRow): JobState {
  return {
    id: row.id,
    agentId: row.agent_id,
    versionId: row.version_id,
    status: row.status,
    createdAt: row.created_at,
    events: row.events,
    errorCode: row.error_code,
    // A job that waits for its next attempt shows why the last one failed.
    errorMessage:
      row.error_message ??
      (row.status === jobStatus.retry
        ? (row.events.findLast((event) => event.status === row.status)?.error ?? null)
        : null),
  };
}

function toRecord(row: RecordRow): JobRecord {
  return {
    ...toState(row),
    inputs: row.inputs,
    metadata: row.metadata,
    outputs: row.outputs ?? [],
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cost: row.cost ?? 0,
    timeoutSeconds: row.timeout_seconds,
    maxCost: row.max_cost,
    dataDeleted: row.data_deleted,
    links: linksOf(row.actor),
    inputDefinitions: row.input_definitions ?? [],
  };
}

export const lastEventAt = (job: JobState): number => job.events.at(-1)?.at ?? job.createdAt.getTime();
