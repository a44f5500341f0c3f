import assert from 'node:assert/strict';
import { type Answer, type Harness, type TestOrg, until } from '../harness.ts';

// Tables and queries as a client makes them.

export function upload(
  org: TestOrg,
  name: string,
  content: string | Uint8Array,
  fileName = 'table.csv',
  fields: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData();
  if (name !== '') form.set('table_name', name);
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set('file', new File([content as never], fileName, { type: 'text/csv' }));
  return org.request('POST', '/v1/tables/upload/', form);
}

export const uploadCsv = (
  org: TestOrg,
  name: string,
  csv: string,
  fields: Record<string, string> = {},
): Promise<Answer> => upload(org, name, csv, 'table.csv', fields);

/** Runs to the end; gives the statement results. */
export async function runSql(org: TestOrg, query: string, more: Record<string, unknown> = {}): Promise<any[]> {
  const answer = await org.request('POST', '/v1/database/query/', { query, ...more });
  assert.equal(answer.status, 200, `${query}: ${answer.text}`);
  return answer.body;
}

/** Rows of the only statement. */
export const rowsOf = async (org: TestOrg, query: string, more?: Record<string, unknown>): Promise<unknown[][]> =>
  (await runSql(org, query, more)).at(-1).result_rows;

export async function failSql(org: TestOrg, query: string, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await org.request('POST', '/v1/database/query/', { query, ...more });
  assert.equal(answer.status, 400, `${query}: ${answer.status} ${answer.text}`);
  assert.deepEqual(Object.keys(answer.body), ['message', 'code']);
  return answer.body.message;
}

export async function submit(org: TestOrg, query: string, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await org.expect(200, 'POST', '/v1/database/query/async/', { query, ...more });
  assert.equal(answer.query_task_status, 'PENDING');
  return answer.id;
}

export const getQuery = async (org: TestOrg, id: string): Promise<any> =>
  (await org.request('GET', `/v1/database/query/${id}/`)).body;

export const untilOver = (org: TestOrg, id: string, limitMs?: number): Promise<any> =>
  until(
    async () => {
      const query = await getQuery(org, id);
      return query.finished_at !== null && query;
    },
    `the end of query ${id}`,
    limitMs,
  );

/** 3,000 rows of `tickets`: an id, a city and an amount. */
export const uploadTickets = (org: TestOrg): Promise<Answer> =>
  uploadCsv(
    org,
    'tickets',
    `id,city,amount\n${Array.from({ length: 3_000 }, (_, at) => `${at},${at % 2 ? 'Oslo' : 'Rome'},${at / 4}\n`).join('')}`,
  );

/** Five rows of `people`: one name comes twice, one is missing. */
export const uploadPeople = (org: TestOrg): Promise<Answer> =>
  uploadCsv(org, 'people', 'name,id\nann,1\nbob,2\nann,3\neve,4\n,5\n');

/** The jobs that a query started. */
export const jobsOf = (harness: Harness, queryId: string) =>
  harness.database.system.query<{ id: string; origin: string; metadata: unknown; status: number }>(
    `select j.id, j.origin, j.metadata, coalesce(r.status, q.status) as status from batches b join jobs j on j.batch_id = b.id
      left join job_results r on r.job_id = j.id left join job_queue q on q.job_id = j.id where b.worksheet_query_id = $1`,
    [queryId],
  );
