import type { Db } from '#platform/db.ts';
import { EngineError } from '#workspace/engine/engine.ts';
import { JSON_LINE_BYTES_MAX } from '#workspace/sandbox/protocol.ts';
import type { ArchiveColumn } from '../archive/columns.ts';
import { SOURCES } from '../archive/tables.ts';
import { queueDisplay } from '../record/display-sql.ts';
import type { Bounds } from './bounds.ts';
import type { RowKind } from './definitions.ts';

// Reads rows of the database for a query, with the columns and formats of the archive.

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Jobs per statement, because their rows are in memory. */
const AT_ONCE = 500;

type Source = { table: string; key: string; from: string; columns(db: Db): Promise<ArchiveColumn[]> };

const [jobs, steps] = SOURCES.jobs;
const [deliveries] = SOURCES.deliveries;

const QUEUE_STATUS: ArchiveColumn = {
  name: 'queue_status',
  text: 'q.status::text',
  type: 'BIGINT',
  isJson: false,
};

const QUEUE_STATE: ArchiveColumn = {
  name: 'queue_state',
  text: queueDisplay('q'),
  type: 'VARCHAR',
  isJson: false,
};

const SOURCES_BY_KIND: Record<RowKind, Source> = {
  jobs: {
    table: 'jobs',
    key: 'j.id',
    from: 'jobs j left join job_results r on r.job_id = j.id left join job_queue q on q.job_id = j.id',
    columns: async (db) => [...(await jobs!.columns(db)), QUEUE_STATUS, QUEUE_STATE],
  },
  steps: { table: 'jobs', key: 't.job_id', from: steps!.from, columns: steps!.columns },
  deliveries: { table: 'webhook_deliveries', key: 't.id', from: deliveries!.from, columns: deliveries!.columns },
};

/** Lists all columns that can be read, with their types. */
export const listRowColumns = (db: Db, kind: RowKind): Promise<ArchiveColumn[]> => SOURCES_BY_KIND[kind].columns(db);

export type Wanted = {
  kind: RowKind;
  columns: ArchiveColumn[];
  bounds: Bounds;
  rowsMax: number | null;
  bytesMax: number;
};

/** Yields one JSON object per row, all values as text. The rows of one range of ids are in memory at a time. */
export async function* readLiveRows(db: Db, orgId: string, wanted: Wanted): AsyncGenerator<Uint8Array> {
  const { kind, columns, bounds, rowsMax, bytesMax } = wanted;
  const { key, from } = SOURCES_BY_KIND[kind];
  const items = columns.map(({ text, name }) => `${text} as "${name}"`).join(', ');
  let [rows, bytes] = [0, 0];
  for await (const ids of listIds(db, orgId, kind, bounds)) {
    const found = await db.query<Record<string, string | null>>(
      `select ${items} from ${from} where ${key} = any($1::uuid[])`,
      [ids],
    );
    rows += found.length;
    for (const row of found) {
      const line = toJsonLine(row, columns);
      bytes += line.length;
      if (bytes > bytesMax)
        throw new EngineError(
          'limit',
          `errand.${kind}: the rows have more than ${bytesMax} bytes, the limit for one statement. Select fewer columns, or add a condition on created_at.`,
        );
      yield line;
    }
    if (rowsMax !== null && rows >= rowsMax) return;
  }
}

type TextRow = Record<string, string | null>;

/** Returns the row in one line. Values that would make it too long are replaced by a sentence, the longest first. */
export function toJsonLine(
  row: TextRow,
  columns: Pick<ArchiveColumn, 'name'>[],
  bytesMax = JSON_LINE_BYTES_MAX,
): Buffer {
  const shown: TextRow = Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null]));
  for (const [name, value] of Object.entries(shown).sort(([, a], [, b]) => (b?.length ?? 0) - (a?.length ?? 0))) {
    const line = Buffer.from(`${JSON.stringify(shown)}\n`);
    if (line.length <= bytesMax) return line;
    shown[name] = `(${value!.length} characters, too long for SQL; read the job for the whole value)`;
  }
  return Buffer.from(`${JSON.stringify(shown)}\n`);
}

async function* listIds(db: Db, orgId: string, kind: RowKind, bounds: Bounds): AsyncGenerator<string[]> {
  const { table } = SOURCES_BY_KIND[kind];
  const { from = FIRST_ID, to = LAST_ID, agentIds } = bounds;
  const last = to.endsWith('~') ? to.slice(0, -1) : to;
  let after: string | undefined;
  for (;;) {
    const rows: { id: string }[] = await db.query<{ id: string }>(
      `select id from ${table} where org_id = $1::uuid and id ${after === undefined ? '>=' : '>'} $2::uuid and id <= $3::uuid
         and ($4::uuid[] is null or agent_id = any($4::uuid[])) order by id limit ${AT_ONCE}`,
      [orgId, after ?? from, last, agentIds ?? null],
    );
    if (rows.length > 0) yield rows.map(({ id }) => id);
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)!.id;
  }
}
