import type { OutputItem } from '#engines/engine.ts';
import type { Database, Db } from '#platform/db.ts';
import { joined, joinedMoments, splitJoined, splitMoments } from '#platform/db-values.ts';
import { parseJson } from '#platform/json.ts';
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

/** Outputs of more bytes are read apart from the others: together they could be more than one text may hold. */
const LONG_OUTPUTS = 64 * 1024;

/** Many jobs, few agents: those of one are a row. */
type AskedRow = {
  agent_id: string;
  version_id: string;
  org_id: string;
  ids: string;
  moments: string;
  metadata: string;
};
type EndedRow = Record<'ids' | 'statuses' | 'costs' | 'moments' | 'outputs' | 'errors', string | null>;

/** Two lists of ids and no join: with one, each job would be looked for in every month of results. */
async function findMany(db: Db, ids: string[]): Promise<CompletedJob[]> {
  const values = [ids, ids[0], ids.at(-1)];
  const [asked, [ended]] = await Promise.all([
    db.query<AskedRow>(
      `select agent_id, version_id, org_id, ${joined('id')} as ids, ${joinedMoments('created_at')} as moments,
          ${joined('metadata')} as metadata
        from jobs where id = any ($1::uuid[]) and id between $2::uuid and $3::uuid group by agent_id, version_id, org_id`,
      values,
    ),
    db.query<EndedRow>(
      `select ${joined('job_id')} as ids, ${joined('status')} as statuses, ${joined('cost')} as costs,
          ${joinedMoments('finished_at')} as moments, ${joined('to_json(error_message)')} as errors,
          ${joined(`case when octet_length(outputs) <= ${LONG_OUTPUTS} then outputs end`)} as outputs
        from (
          select job_id, status, cost, finished_at, error_message, outputs::text as outputs from job_results
          where job_id = any ($1::uuid[]) and job_id between $2::uuid and $3::uuid offset 0
        ) r`,
      values,
    ),
  ]);
  const { results, long } = readEnded(ended!);
  const names = await findNames(db, {
    agentIds: asked.map((row) => row.agent_id),
    versionIds: asked.map((row) => row.version_id),
    orgIds: asked.map((row) => row.org_id),
  });
  const jobs: CompletedJob[] = [];
  for (const row of asked) {
    const [agent, version, organization] = [names.get(row.agent_id), names.get(row.version_id), names.get(row.org_id)];
    if (!agent || !version || !organization) continue;
    const [moments, metadata] = [splitMoments(row.moments), splitJoined(row.metadata)];
    for (const [index, id] of splitJoined(row.ids).entries()) {
      const result = results.get(id);
      const job = { id, created_at: moments[index]!, metadata: readJson(metadata[index]!) as Asked['metadata'] };
      if (result) jobs.push(toCompleted(job, result, [agent, version, organization]));
    }
  }
  for (let from = 0; from < long.length; from += FEW) jobs.push(...(await findFew(db, long.slice(from, from + FEW))));
  return jobs;
}

function readEnded(row: EndedRow): { results: Map<string, Ended>; long: string[] } {
  const results = new Map<string, Ended>();
  const long: string[] = [];
  if (row.ids === null) return { results, long };
  const [statuses, costs, moments] = [splitJoined(row.statuses!), splitJoined(row.costs!), splitMoments(row.moments!)];
  const [outputs, errors] = [splitJoined(row.outputs!), splitJoined(row.errors!)];
  for (const [index, id] of splitJoined(row.ids).entries()) {
    if (outputs[index] === '') long.push(id);
    else
      results.set(id, {
        status: Number(statuses[index]),
        cost: Number(costs[index]),
        finished_at: moments[index]!,
        outputs: parseJson(outputs[index]!) as OutputItem[],
        error_message: readJson(errors[index]!) as string | null,
      });
  }
  return { results, long: long.sort() };
}

const readJson = (text: string): unknown => (text === '' ? null : parseJson(text));

const toCompleted = (
  asked: Pick<Asked, 'id' | 'created_at' | 'metadata'>,
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
