import type { OutputItem } from '#engines/engine.ts';
import type { Database, Db } from '#platform/db.ts';
import type { CompletedJob } from '#webhooks/payload.ts';
import { isFinal } from './model.ts';
import { findState, listExisting } from './store.ts';

// What the webhooks domain needs to know of jobs; service.ts hands it over.

type Asked = {
  id: string;
  created_at: Date;
  metadata: Record<string, unknown> | null;
  agent_id: string;
  version_id: string;
  org_id: string;
};
type Ended = {
  status: number;
  cost: number;
  finished_at: Date;
  outputs: OutputItem[];
  error_message: string | null;
};

/** Jobs that ended, with the names their events tell. By primary keys only: the cost does not grow with history. */
export async function findCompletedJobs(db: Db, jobIds: string[]): Promise<Map<string, CompletedJob>> {
  const ids = jobIds.toSorted();
  const found = ids.length <= FEW ? await findFew(db, ids) : await findMany(db, ids);
  return new Map(found.map((job) => [job.id, job]));
}

/** So few are asked for in one statement, which is the sooner answered; each of many would pay for its joins. */
const FEW = 8;

// Both ways, the first and the last id tell which months there are to look into at all. Joined by `= any (array[…])`,
// so that a plan that was made for empty tables never reads a whole one.
export const FIND_FEW = `
  select j.id, j.created_at, j.metadata, r.status, r.cost, r.finished_at, r.outputs, r.error_message,
    j.agent_id, a.name as agent_name, j.version_id, v.version_name, j.org_id, o.name as org_name
  from jobs j
  join job_results r on r.job_id = any (array[j.id]) and r.job_id between $2::uuid and $3::uuid
  join agents a on a.id = any (array[j.agent_id])
  join agent_versions v on v.id = any (array[j.version_id])
  join organizations o on o.id = any (array[j.org_id])
  where j.id = any ($1::uuid[]) and j.id between $2::uuid and $3::uuid`;

type FullRow = Asked & Ended & { agent_name: string; version_name: string; org_name: string };

async function findFew(db: Db, ids: string[]): Promise<CompletedJob[]> {
  const rows = await db.query<FullRow>(FIND_FEW, [ids, ids[0], ids.at(-1)]);
  return rows.map((row) => {
    const agent = { id: row.agent_id, name: row.agent_name };
    const version = { id: row.version_id, name: row.version_name };
    return toCompleted(row, row, [agent, version, { id: row.org_id, name: row.org_name }]);
  });
}

/** Two lists of ids and no join: with one, each job would be looked for in every month of results. */
async function findMany(db: Db, ids: string[]): Promise<CompletedJob[]> {
  const values = [ids, ids[0], ids.at(-1)];
  const [asked, ended] = await Promise.all([
    db.query<Asked>(
      `select id, created_at, metadata, agent_id, version_id, org_id from jobs
        where id = any ($1::uuid[]) and id between $2::uuid and $3::uuid`,
      values,
    ),
    db.query<Ended & { job_id: string }>(
      `select job_id, status, cost, finished_at, outputs, error_message from job_results
        where job_id = any ($1::uuid[]) and job_id between $2::uuid and $3::uuid`,
      values,
    ),
  ]);
  const results = new Map(ended.map((row) => [row.job_id, row]));
  // Many jobs, few agents: their names are read once.
  const names = await findNames(db, {
    agentIds: [...new Set(asked.map((row) => row.agent_id))],
    versionIds: [...new Set(asked.map((row) => row.version_id))],
    orgIds: [...new Set(asked.map((row) => row.org_id))],
  });
  const jobs: CompletedJob[] = [];
  for (const row of asked) {
    const result = results.get(row.id);
    const [agent, version, organization] = [names.get(row.agent_id), names.get(row.version_id), names.get(row.org_id)];
    if (result && agent && version && organization) jobs.push(toCompleted(row, result, [agent, version, organization]));
  }
  return jobs;
}

const toCompleted = (
  asked: Asked,
  ended: Ended,
  [agent, version, organization]: [agent: Named, version: Named, organization: Named],
): CompletedJob => ({
  id: asked.id,
  status: ended.status,
  cost: ended.cost,
  createdAt: asked.created_at,
  completedAt: ended.finished_at,
  outputs: ended.outputs,
  metadata: asked.metadata ?? {},
  errorMessage: ended.error_message,
  agent,
  version,
  organization,
});

type Named = { id: string; name: string };

async function findNames(
  db: Db,
  ids: { agentIds: string[]; versionIds: string[]; orgIds: string[] },
): Promise<Map<string, Named>> {
  const rows = await db.query<Named>(
    `select id, name from agents where id = any ($1::uuid[])
      union all select id, version_name from agent_versions where id = any ($2::uuid[])
      union all select id, name from organizations where id = any ($3::uuid[])`,
    [ids.agentIds, ids.versionIds, ids.orgIds],
  );
  return new Map(rows.map((row) => [row.id, row]));
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
