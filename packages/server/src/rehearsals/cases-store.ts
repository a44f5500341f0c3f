import type { Db } from '#platform/db.ts';

// The cases of a rehearsal. Each is a past job with its verdict before and after.

export type ChangedRule = { rule_id: string; title: string; before: boolean | null; after: boolean | null };
export type FlipRow = {
  position: number;
  job_id: string;
  before: string | null;
  after: string;
  rules: ChangedRule[];
  gathered: boolean;
};
export type NewCase = {
  position: number;
  job_id: string;
  before: string | null;
  batch_index: number | null;
  reason: string | null;
};

export async function insertCases(tx: Db, orgId: string, rehearsalId: string, cases: NewCase[]): Promise<void> {
  await tx.run(
    `insert into rehearsal_cases (rehearsal_id, position, org_id, job_id, batch_index, before, reason)
     select $2::uuid, position, $1::uuid, job_id, batch_index, before, reason
     from json_to_recordset($3::json) as c (position int, job_id uuid, batch_index int, before text, reason text)`,
    [orgId, rehearsalId, JSON.stringify(cases)],
  );
}

/** Lists the undecided cases of a place in the batch. */
export function listUndecided(
  db: Db,
  orgId: string,
  rehearsalId: string,
  batchIndex: number,
): Promise<{ position: number; job_id: string }[]> {
  return db.query(
    `select position, job_id from rehearsal_cases where org_id = $1::uuid and rehearsal_id = $2::uuid
       and batch_index = $3::int and after is null and reason is null order by position`,
    [orgId, rehearsalId, batchIndex],
  );
}

export type Outcome = {
  position: number;
  after: string | null;
  rules: ChangedRule[] | null;
  reason: string | null;
  /** What would have been asked for evidence that the case lacks. */
  questions: string[] | null;
  /** Whether evidence was gathered anew. */
  gathered: boolean;
};

/** Records outcomes. A case that already has one keeps it. */
export async function recordOutcomes(db: Db, orgId: string, rehearsalId: string, outcomes: Outcome[]): Promise<void> {
  await db.run(
    `update rehearsal_cases c set after = o.after, rules = nullif(o.rules::text, 'null')::json, reason = o.reason,
       questions = nullif(o.questions::text, 'null')::json, gathered = o.gathered
     from json_to_recordset($3::json)
       as o (position int, after text, rules json, reason text, questions json, gathered boolean)
     where c.org_id = $1::uuid and c.rehearsal_id = $2::uuid and c.position = o.position
       and c.after is null and c.reason is null`,
    [orgId, rehearsalId, JSON.stringify(outcomes)],
  );
}

export function listFlips(
  db: Db,
  orgId: string,
  rehearsalId: string,
  { after, size }: { after: number; size: number },
): Promise<FlipRow[]> {
  return db.query<FlipRow>(
    `select position, job_id, before, after, rules, gathered from rehearsal_cases
     where org_id = $1::uuid and rehearsal_id = $2::uuid and position > $3::int
       and after is not null and after is distinct from before order by position limit $4::int`,
    [orgId, rehearsalId, after, size],
  );
}

export function listUndecidable(
  db: Db,
  orgId: string,
  rehearsalId: string,
): Promise<{ job_id: string; reason: string; questions: string[] | null }[]> {
  return db.query(
    `select job_id, reason, questions from rehearsal_cases
     where org_id = $1::uuid and rehearsal_id = $2::uuid and reason is not null order by position`,
    [orgId, rehearsalId],
  );
}

export type VerdictCount = {
  before: string | null;
  after: string | null;
  cases: number;
  undecidable: boolean;
  gathered: boolean;
};

export function countVerdicts(db: Db, orgId: string, rehearsalId: string): Promise<VerdictCount[]> {
  return db.query<VerdictCount>(
    `select before, after, reason is not null as undecidable, gathered, count(*)::int as cases
     from rehearsal_cases
     where org_id = $1::uuid and rehearsal_id = $2::uuid group by 1, 2, 3, 4`,
    [orgId, rehearsalId],
  );
}

export type OpenPlace = {
  batch_index: number;
  agent_id: string;
  status: number | null;
  code: string | null;
  error: string | null;
};

/** Lists the places with undecided cases, and how their last jobs ended. */
export function listOpenPlaces(db: Db, orgId: string, rehearsalId: string): Promise<OpenPlace[]> {
  return db.query<OpenPlace>(
    `select place.batch_index, place.agent_id, last.status, last.error_code as code, last.error_message as error
     from (select c.batch_index, r.batch_id, min(past.agent_id::text)::uuid as agent_id from rehearsal_cases c
       join rehearsals r on r.id = c.rehearsal_id join jobs past on past.id = c.job_id
       where c.org_id = $1::uuid and c.rehearsal_id = $2::uuid and c.batch_index is not null
         and c.after is null and c.reason is null group by 1, 2) place
     left join lateral (select result.status, result.error_code, result.error_message from jobs j
       left join job_results result on result.job_id = j.id
       where j.org_id = $1::uuid and j.batch_id = place.batch_id and j.batch_index = place.batch_index
       order by j.id desc limit 1) last on true
     order by place.batch_index`,
    [orgId, rehearsalId],
  );
}

export async function failPlace(
  tx: Db,
  orgId: string,
  rehearsalId: string,
  batchIndex: number,
  reason: string,
): Promise<void> {
  await tx.run(
    `update rehearsal_cases set reason = $4 where org_id = $1::uuid and rehearsal_id = $2::uuid
       and batch_index = $3::int and after is null and reason is null`,
    [orgId, rehearsalId, batchIndex, reason],
  );
}
