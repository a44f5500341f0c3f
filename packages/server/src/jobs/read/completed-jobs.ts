import type { OutputItem } from '#engines/engine/engine.ts';
import type { Db } from '#platform/db.ts';
import { joined, joinedMoments, splitJoined, splitMoments } from '#platform/db-values.ts';
import { parseJson } from '#platform/json.ts';
import type { CompletedJob } from '#webhooks/message/payload.ts';
import { jobStatus } from '../record/model.ts';

// Jobs as the webhooks domain needs them; service.ts passes this function to it.

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

/** Finds ended jobs with the names that events contain. Reads by primary key, so history does not slow it down. */
export async function findCompletedJobs(db: Db, jobIds: string[]): Promise<Map<string, CompletedJob>> {
  const ids = jobIds.toSorted();
  const found = new Map<string, CompletedJob>();
  for (let from = 0; from < ids.length; from += MANY) {
    const some = ids.slice(from, from + MANY);
    for (const job of some.length <= FEW ? await findFew(db, some) : await findMany(db, some)) found.set(job.id, job);
  }
  return found;
}

/** Jobs per statement, each with at most LONG bytes of outputs and metadata, because one text is limited to 512 MB. */
const MANY = 1_000;

/** Up to so many jobs are read by one statement with joins, which is faster. For many jobs the joins cost more. */
const FEW = 8;

// Both statements pass the first and the last id, so that PostgreSQL skips the other months. The joins use
// `= any (array[…])`, so that a plan made for empty tables never scans a whole one.
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

/** Jobs with more bytes of outputs or metadata are read a few at a time. */
const LONG = 64 * 1024;
/** Selects the column, SQL null if it is too long, or the text 'null' if it has no value. */
const unlessLong = (column: string): string =>
  `case when ${column} is null then 'null' when octet_length(${column}) <= ${LONG} then ${column} end`;

/** One row for all jobs of an agent version, because many jobs have few agents. */
type AskedRow = {
  agent_id: string;
  version_id: string;
  org_id: string;
  ids: string;
  moments: string;
  metadata: string;
};
type EndedRow = Record<'ids' | 'statuses' | 'costs' | 'moments' | 'outputs' | 'errors', string | null>;

/** Reads jobs and results with two statements. A join would look for each job in every month of results. */
async function findMany(db: Db, ids: string[]): Promise<CompletedJob[]> {
  const values = [ids, ids[0], ids.at(-1)];
  const [asked, [ended]] = await Promise.all([
    db.query<AskedRow>(
      `select agent_id, version_id, org_id, ${joined('id')} as ids, ${joinedMoments('created_at')} as moments,
          ${joined(unlessLong('metadata'))} as metadata
        from (
          select agent_id, version_id, org_id, id, created_at, metadata::text as metadata from jobs
          where id = any ($1::uuid[]) and id between $2::uuid and $3::uuid offset 0
        ) j group by agent_id, version_id, org_id`,
      values,
    ),
    db.query<EndedRow>(
      `select ${joined('job_id')} as ids, ${joined('status')} as statuses, ${joined('cost')} as costs,
          ${joinedMoments('finished_at')} as moments, ${joined('to_json(error_message)')} as errors,
          ${joined(unlessLong('outputs'))} as outputs
        from (
          select job_id, status, cost, finished_at, error_message, outputs::text as outputs from job_results
          where job_id = any ($1::uuid[]) and job_id between $2::uuid and $3::uuid offset 0
        ) r`,
      values,
    ),
  ]);
  const results = readEnded(ended!);
  const names = await findNames(db, {
    agentIds: asked.map((row) => row.agent_id),
    versionIds: asked.map((row) => row.version_id),
    orgIds: asked.map((row) => row.org_id),
  });
  const jobs: CompletedJob[] = [];
  const long: string[] = [];
  for (const row of asked) {
    const [agent, version, organization] = [names.get(row.agent_id), names.get(row.version_id), names.get(row.org_id)];
    if (!agent || !version || !organization) continue;
    const [moments, metadata] = [splitMoments(row.moments), splitJoined(row.metadata)];
    for (const [index, id] of splitJoined(row.ids).entries()) {
      const result = results.get(id);
      if (result === undefined) continue;
      if (result === 'long' || metadata[index] === '') long.push(id);
      else {
        const job = { id, created_at: moments[index]!, metadata: parseJson(metadata[index]!) as Asked['metadata'] };
        jobs.push(toCompleted(job, result, [agent, version, organization]));
      }
    }
  }
  long.sort();
  for (let from = 0; from < long.length; from += FEW) jobs.push(...(await findFew(db, long.slice(from, from + FEW))));
  return jobs;
}

function readEnded(row: EndedRow): Map<string, Ended | 'long'> {
  const results = new Map<string, Ended | 'long'>();
  if (row.ids === null) return results;
  const [statuses, costs, moments] = [splitJoined(row.statuses!), splitJoined(row.costs!), splitMoments(row.moments!)];
  const [outputs, errors] = [splitJoined(row.outputs!), splitJoined(row.errors!)];
  for (const [index, id] of splitJoined(row.ids).entries()) {
    if (outputs[index] === '') results.set(id, 'long');
    else
      results.set(id, {
        status: Number(statuses[index]),
        cost: Number(costs[index]),
        finished_at: moments[index]!,
        outputs: parseJson(outputs[index]!) as OutputItem[],
        error_message: errors[index] === '' ? null : (parseJson(errors[index]!) as string),
      });
  }
  return results;
}

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
  // What a failed job had found is no result.
  outputs: ended.status === jobStatus.failure ? [] : ended.outputs,
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
