import type { Db } from '#platform/db.ts';
import { csvLine } from '#workspace/model/csv-cell.ts';
import { listItems } from './store.ts';

// The jobs of an action as CSV, page by page, as they are now.

const PAGE = 200;
const STATUSES = ['pending', 'started', 'retry', 'success', 'failure', 'cancelled', 'cached'];
const NAMES = [
  'id',
  'status',
  'agent',
  'version',
  'created_at',
  'finished_at',
  'duration_ms',
  'cost_usd',
  'input_tokens',
  'output_tokens',
  'verdict',
  'error_code',
  'error',
  'metadata',
  'inputs',
  'outputs',
] as const;

export async function* jobsAsCsv(db: Db, orgId: string, id: string): AsyncGenerator<string> {
  yield line([...NAMES]);
  for (let offset = 0; ; offset += PAGE) {
    const { rows } = await listItems(db, orgId, { id, status: undefined, size: PAGE, offset });
    if (rows.length === 0) return;
    const jobs = await readJobs(
      db,
      orgId,
      rows.map((item) => item.job_id),
    );
    yield jobs.map((job) => line(NAMES.map((name) => job[name]))).join('');
  }
}

type ExportRow = Record<(typeof NAMES)[number], unknown>;

async function readJobs(db: Db, orgId: string, ids: string[]): Promise<ExportRow[]> {
  const rows = await db.query<ExportRow>(
    `select j.id, coalesce(r.status, q.status) as status, a.name as agent, v.version_name as version, j.created_at,
        r.finished_at, r.duration_ms, coalesce(r.cost, 0)::float8 as cost_usd, r.input_tokens, r.output_tokens,
        r.ui_fields->>'verdict' as verdict, r.error_code, r.error_message as error, j.metadata,
        (select json_object_agg(i->>'key', i->>'value') from json_array_elements(j.inputs) i) as inputs,
        (select json_object_agg(o->>'key', o->>'value') from json_array_elements(r.outputs) o) as outputs
      from unnest($2::uuid[]) with ordinality as wanted (id, place)
      join jobs j on j.id = wanted.id and j.org_id = $1::uuid join agents a on a.id = j.agent_id
      left join job_results r on r.job_id = j.id left join job_queue q on q.job_id = j.id
      left join agent_versions v on v.id = j.version_id order by wanted.place`,
    [orgId, ids],
  );
  return rows.map((row) => ({ ...row, status: STATUSES[Number(row.status)] }));
}

/** Numbers and null stay as they are; dates and objects become text. */
const line = (values: unknown[]): string => csvLine(values.map(toText), { keepFormulas: false });

function toText(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null);
}
