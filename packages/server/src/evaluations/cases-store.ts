import type { FrozenCase } from '#engines/engine/frozen.ts';
import type { Db } from '#platform/db.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';

// The cases of evaluation sets: inputs, the right answer, and for investigations the evidence to decide on again.

export type CaseRow = {
  id: string;
  inputs: Record<string, unknown>;
  expected: Record<string, unknown>;
  weight: number;
  job_id: string | null;
  agent_id: string | null;
  frozen: boolean;
  created_at: Date;
};

export type NewCase = {
  id: string;
  inputs: Record<string, unknown>;
  expected: Record<string, unknown>;
  weight: number;
  jobId: string | null;
  agentId: string | null;
  evidence: FrozenCase | null;
};

const COLUMNS =
  'c.id, c.inputs, c.expected, c.weight, c.job_id, c.agent_id, c.evidence is not null as frozen, c.created_at';

/** Lists cases in the order in which they were added. */
export async function listCases(db: Db, orgId: string, setId: string, page: Page): Promise<Listed<CaseRow>> {
  return listPage<CaseRow>(db, {
    columns: COLUMNS,
    from: 'evaluation_cases c',
    where: 'c.org_id = $1::uuid and c.set_id = $2::uuid',
    order: 'c.id',
    values: [orgId, setId],
    page,
  });
}

export async function insertCases(tx: Db, orgId: string, setId: string, cases: NewCase[]): Promise<void> {
  await tx.run(
    `insert into evaluation_cases (id, org_id, set_id, inputs, expected, weight, job_id, agent_id, evidence, created_at)
     select id, $1::uuid, $2::uuid, inputs, expected, weight, "jobId", "agentId", nullif(evidence::text, 'null')::json,
       clock_timestamp()
     from json_to_recordset($3::json) as c (id uuid, inputs json, expected json, weight float8, "jobId" uuid,
       "agentId" uuid, evidence json)`,
    [orgId, setId, JSON.stringify(cases)],
  );
}

export async function listSourceJobs(db: Db, orgId: string, setId: string, jobIds: string[]): Promise<string[]> {
  const rows = await db.query<{ job_id: string }>(
    `select job_id from evaluation_cases
     where org_id = $1::uuid and set_id = $2::uuid and job_id = any ($3::uuid[])`,
    [orgId, setId, jobIds],
  );
  return rows.map((row) => row.job_id);
}

export async function caseExists(db: Db, orgId: string, setId: string, id: string): Promise<boolean> {
  const rows = await db.query(
    'select from evaluation_cases where org_id = $1::uuid and set_id = $2::uuid and id = $3::uuid',
    [orgId, setId, id],
  );
  return rows.length > 0;
}

export async function deleteCase(tx: Db, orgId: string, setId: string, id: string): Promise<boolean> {
  const deleted = await tx.run(
    'delete from evaluation_cases where org_id = $1::uuid and set_id = $2::uuid and id = $3::uuid',
    [orgId, setId, id],
  );
  return deleted > 0;
}

/** Cases are copies of a job's data, so they go with it. Their sets count them, and earlier runs become outdated. */
export async function deleteCasesOfJob(
  tx: Db,
  orgId: string,
  jobId: string,
): Promise<{ count: number; setIds: string[] }> {
  const [gone] = await tx.query<{ count: number; setIds: string[] }>(
    `with gone as (delete from evaluation_cases where job_id = $2::uuid and org_id = $1::uuid returning id, set_id),
     judged as (
       update evaluation_results set expected = '{}', got = null, got_before = null, error = null
       where org_id = $1::uuid and case_id in (select id from gone)),
     outdated as (
       update evaluation_sets s set cases_changed_at = clock_timestamp(), erased_count = s.erased_count + g.cases
       from (select set_id, count(*)::int as cases from gone group by set_id) g where s.id = g.set_id)
     select count(*) as count, coalesce(array_agg(distinct set_id), '{}')::text[] as "setIds" from gone`,
    [orgId, jobId],
  );
  return gone!;
}
