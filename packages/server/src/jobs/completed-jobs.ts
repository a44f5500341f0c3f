import type { OutputItem } from '#engines/engine.ts';
import type { Database, Db } from '#platform/db.ts';
import type { CompletedJob } from '#webhooks/payload.ts';
import { isFinal } from './model.ts';
import { findState, listExisting } from './store.ts';

// What the webhooks domain needs to know of jobs; service.ts hands it over.

type Row = {
  id: string;
  status: number;
  cost: number;
  created_at: Date;
  finished_at: Date;
  outputs: OutputItem[];
  metadata: Record<string, unknown> | null;
  error_message: string | null;
  agent_id: string;
  agent_name: string;
  version_id: string;
  version_name: string;
  org_id: string;
  org_name: string;
};

/** Jobs that ended, with the names their events tell. By primary keys only: the cost does not grow with history. */
export async function findCompletedJobs(db: Db, jobIds: string[]): Promise<Map<string, CompletedJob>> {
  const rows = await db.query<Row>(
    `select j.id, r.status, r.cost, j.created_at, r.finished_at, r.outputs, j.metadata, r.error_message,
        a.id as agent_id, a.name as agent_name, v.id as version_id, v.version_name, o.id as org_id, o.name as org_name
      from unnest($1::uuid[]) as i (id)
      join jobs j on j.id = i.id
      join job_results r on r.job_id = i.id
      join agents a on a.id = j.agent_id
      join agent_versions v on v.id = j.version_id
      join organizations o on o.id = j.org_id`,
    [jobIds],
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        status: row.status,
        cost: row.cost,
        createdAt: row.created_at,
        completedAt: row.finished_at,
        outputs: row.outputs,
        metadata: row.metadata ?? {},
        errorMessage: row.error_message,
        agent: { id: row.agent_id, name: row.agent_name },
        version: { id: row.version_id, name: row.version_name },
        organization: { id: row.org_id, name: row.org_name },
      },
    ]),
  );
}

/** The organization's job, or whether another one has it. */
export async function findJobOrOwner(
  database: Database,
  orgId: string,
  jobId: string,
): Promise<{ id: string; agentId: string; isFinal: boolean } | 'foreign' | undefined> {
  const job = await findState(database.tenant(orgId), orgId, jobId);
  if (job !== undefined) return { id: job.id, agentId: job.agentId, isFinal: isFinal(job.status) };
  return (await listExisting(database.system, [jobId])).length > 0 ? 'foreign' : undefined;
}
