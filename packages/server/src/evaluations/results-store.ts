import type { OutputItem } from '#engines/engine/engine.ts';
import type { Db } from '#platform/db.ts';
import type { Fields, Got } from './score.ts';

// The results of each case of a run. The job of a case is the newest one at its place in the batch.

export type ResultRow = {
  position: number;
  case_id: string;
  expected: Fields;
  weight: number;
  got: Got;
  correct: boolean | null;
  error: string | null;
  got_before: Got;
};

const COLUMNS = 'x.position, x.case_id, x.expected, x.weight, x.got, x.correct, x.error, x.got_before';

/** Inserts a row for each case, in the given order. */
export async function insertResults(tx: Db, orgId: string, runId: string, caseIds: string[]): Promise<number> {
  return tx.run(
    `insert into evaluation_results (run_id, position, org_id, case_id, expected, weight)
     select $2::uuid, (given.place - 1)::int, $1::uuid, c.id, c.expected, c.weight
     from unnest($3::uuid[]) with ordinality as given (id, place)
     join evaluation_cases c on c.id = given.id and c.org_id = $1::uuid`,
    [orgId, runId, caseIds],
  );
}

export function listResults(db: Db, orgId: string, runId: string, only?: 'regressed'): Promise<ResultRow[]> {
  return db.query<ResultRow>(
    `select ${COLUMNS} from evaluation_results x
     where x.org_id = $1::uuid and x.run_id = $2::uuid and ($3::text is null or x.regressed) order by x.position`,
    [orgId, runId, only ?? null],
  );
}

export function pageResults(
  db: Db,
  orgId: string,
  runId: string,
  page: { size: number; offset: number },
): Promise<(ResultRow & { job_id: string | null })[]> {
  return db.query(
    `select ${COLUMNS}, (select j.id from jobs j where j.org_id = $1::uuid and j.batch_id = r.batch_id
       and j.batch_index = x.position * r.repeats order by j.id desc limit 1) as job_id
     from evaluation_results x join evaluation_runs r on r.id = x.run_id
     where x.org_id = $1::uuid and x.run_id = $2::uuid order by x.position limit $3::int offset $4::bigint`,
    [orgId, runId, page.size, page.offset],
  );
}

export type Answered = {
  batch_index: number;
  status: number | null;
  ui_fields: Fields | null;
  outputs: OutputItem[];
  error_message: string | null;
  data_deleted: boolean;
};

/** Lists the newest job of each place, in the order of the places. */
export function listAnswers(
  db: Db,
  orgId: string,
  batchId: string,
  { after, size }: { after: number; size: number },
): Promise<Answered[]> {
  return db.query<Answered>(
    `select n.batch_index, r.status, r.ui_fields, coalesce(r.outputs, '[]') as outputs, r.error_message,
       r.data_deleted_at is not null as data_deleted
     from (select distinct on (batch_index) batch_index, id from jobs
       where org_id = $1::uuid and batch_id = $2::uuid and batch_index > $3::int
       order by batch_index, id desc limit $4::int) n
     left join job_results r on r.job_id = n.id order by n.batch_index`,
    [orgId, batchId, after, size],
  );
}

export type Judged = Pick<ResultRow, 'position' | 'got' | 'correct' | 'error' | 'got_before'> & { regressed: boolean };

export async function updateResults(tx: Db, orgId: string, runId: string, judged: Judged[]): Promise<void> {
  await tx.run(
    `update evaluation_results x set got = nullif(j.got::text, 'null')::json, correct = j.correct, error = j.error,
       got_before = nullif(j.got_before::text, 'null')::json, regressed = j.regressed
     from json_to_recordset($3::json) as j (position int, got json, correct boolean, error text, got_before json,
       regressed boolean)
     where x.org_id = $1::uuid and x.run_id = $2::uuid and x.position = j.position`,
    [orgId, runId, JSON.stringify(judged)],
  );
}
