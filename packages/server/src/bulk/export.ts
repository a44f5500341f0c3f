import { joinQueue } from '#jobs/record/queue-row.ts';
import type { Db } from '#platform/db.ts';
import { temporaryKey } from '#platform/storage/storage.ts';
import { csvLine } from '#workspace/model/csv-cell.ts';
import type { Workspace } from '#workspace/runtime.ts';
import { listItems } from './store.ts';

// Exports the jobs of a bulk action as a file, page by page, in their current state.

const PAGE = 200;
const STATUSES = ['pending', 'started', 'retry', 'success', 'failure', 'cancelled', 'cached'];
/** Columns with their Parquet types. */
const COLUMNS = {
  id: 'VARCHAR',
  status: 'VARCHAR',
  agent: 'VARCHAR',
  version: 'VARCHAR',
  created_at: 'TIMESTAMP WITH TIME ZONE',
  finished_at: 'TIMESTAMP WITH TIME ZONE',
  duration_ms: 'BIGINT',
  cost_usd: 'DOUBLE',
  input_tokens: 'BIGINT',
  output_tokens: 'BIGINT',
  verdict: 'VARCHAR',
  error_code: 'VARCHAR',
  error: 'VARCHAR',
  metadata: 'VARCHAR',
  inputs: 'VARCHAR',
  outputs: 'VARCHAR',
} as const;
type Name = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Name[];

export async function* jobsAsCsv(db: Db, orgId: string, id: string): AsyncGenerator<string> {
  yield csvLine(NAMES, { keepFormulas: false });
  for await (const rows of readPages(db, orgId, id))
    yield rows.map((row) => csvLine(row, { keepFormulas: false })).join('');
}

/** Writes the rows as JSON, which the SQL engine turns into Parquet. Returns the storage key of a temporary file. */
export async function jobsAsParquet(
  { storage, engine, slots, settings }: Pick<Workspace, 'storage' | 'engine' | 'slots' | 'settings'>,
  db: Db,
  orgId: string,
  id: string,
): Promise<string> {
  const [source, made] = [temporaryKey('content'), temporaryKey('content')];
  async function* lines(): AsyncGenerator<Uint8Array> {
    for await (const rows of readPages(db, orgId, id))
      yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
  await storage.put(source, lines());
  try {
    await slots.use(orgId, () =>
      engine.run({
        task: { kind: 'export', columns: NAMES.map((name) => ({ name, type: COLUMNS[name], nullable: true })) },
        source,
        timeoutMs: settings.timeoutMs,
        keep: async (content) => void (await storage.put(made, content)),
      }),
    );
  } finally {
    await storage.delete(source);
  }
  return made;
}

async function* readPages(db: Db, orgId: string, id: string): AsyncGenerator<unknown[][]> {
  for (let offset = 0; ; offset += PAGE) {
    const { rows } = await listItems(db, orgId, { id, status: undefined, size: PAGE, offset });
    if (rows.length === 0) return;
    const ids = rows.map((item) => item.job_id);
    const jobs = await readJobs(db, orgId, ids);
    yield jobs.map((job) => NAMES.map((name) => toText(job[name])));
  }
}

type ExportRow = Record<Name, unknown>;

async function readJobs(db: Db, orgId: string, ids: string[]): Promise<ExportRow[]> {
  const rows = await db.query<ExportRow>(
    `select j.id, coalesce(r.status, q.status) as status, a.name as agent, v.version_name as version, j.created_at,
        r.finished_at, r.duration_ms, coalesce(r.cost, 0)::float8 as cost_usd, r.input_tokens, r.output_tokens,
        r.ui_fields->>'verdict' as verdict, r.error_code, r.error_message as error, j.metadata,
        (select json_object_agg(i->>'key', i->>'value') from json_array_elements(j.inputs) i) as inputs,
        (select json_object_agg(o->>'key', o->>'value') from json_array_elements(r.outputs) o) as outputs
      from unnest($2::uuid[]) with ordinality as wanted (id, place)
      join jobs j on j.id = wanted.id and j.org_id = $1::uuid join agents a on a.id = j.agent_id
      left join job_results r on r.job_id = j.id ${joinQueue('j.id')}
      left join agent_versions v on v.id = j.version_id order by wanted.place`,
    [orgId, ids],
  );
  return rows.map((row) => ({ ...row, status: STATUSES[Number(row.status)] }));
}

/** Turns dates and objects into text. Numbers and null stay. */
function toText(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null);
}
