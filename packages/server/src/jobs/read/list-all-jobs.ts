import { countJobs } from '#agents/job-counts.ts';
import { type Db, PLANNED_ANEW } from '#platform/db.ts';
import { idTime } from '#platform/ids.ts';
import { listColumns, type PathColumn } from '../query/columns.ts';
import { type ListFilters, readSource, searchedMax } from './job-source.ts';
import { JOINS, LIST_COLUMNS, type ListRow, withFileNames } from './list-jobs.ts';

// Lists the jobs of all agents of an organization, newest first, by cursor. A page reads one range of an index, so it
// costs the same with a thousand jobs and with ten million. Filters are applied within that range, so a page may be
// short or empty and still have a next cursor.

type Wanted = { size: number; columns: PathColumn[] };

export async function listAllJobs(db: Db, orgId: string, query: ListFilters, { size, columns }: Wanted) {
  const stretch = await findStretch(db, orgId, query);
  const [ids, total] = await Promise.all([
    listIds(db, orgId, query, { size, edge: stretch.edge }),
    stretch.plain ? countJobs(db, orgId) : null,
  ]);
  const isFull = ids.length > size;
  const page = ids.slice(0, size);
  const [rows, values] = await Promise.all([
    listFullRows(db, orgId, page),
    listColumns(db, orgId, { jobIds: page, columns }),
  ]);
  return {
    results: columns.length === 0 ? rows : rows.map((row) => ({ ...row, columns: values.get(row.id) ?? {} })),
    next_cursor: isFull ? page.at(-1)! : (stretch.edge ?? null),
    searched_to: isFull || stretch.edge === undefined ? null : idTime(stretch.edge).toISOString(),
    total,
  };
}

/** Lists only the ids of one range. The cursor continues after a full page, or after the range. */
export async function listMatching(
  db: Db,
  orgId: string,
  query: ListFilters,
  size: number,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const { edge } = await findStretch(db, orgId, query);
  const ids = await listIds(db, orgId, query, { size, edge });
  return ids.length > size
    ? { ids: ids.slice(0, size), nextCursor: ids[size - 1]! }
    : { ids, nextCursor: edge ?? null };
}

/** Returns the last id that this page looks at as `edge`, or undefined if it can look at all jobs. */
async function findStretch(
  db: Db,
  orgId: string,
  query: ListFilters,
): Promise<{ edge?: string | undefined; plain: boolean }> {
  const source = readSource(query, [orgId]);
  if (source.onAll === '') return { plain: source.narrow === '' };
  const rows = await db.query<{ id: string }>(
    `${PLANNED_ANEW}select j.id from ${source.from} where j.org_id = $1${source.narrow}
      order by ${source.id} desc offset ${searchedMax(query) - 1} limit 1`,
    source.narrowValues,
  );
  return { edge: rows[0]?.id, plain: false };
}

async function listIds(
  db: Db,
  orgId: string,
  query: ListFilters,
  { size, edge }: { size: number; edge: string | undefined },
): Promise<string[]> {
  const values: unknown[] = [orgId];
  const source = readSource(query, values);
  const fromEdge = edge === undefined ? '' : ` and ${source.id} >= $${values.push(edge)}::uuid`;
  const joins = source.onAll === '' ? '' : JOINS;
  const rows = await db.query<{ id: string }>(
    `${source.onAll === '' ? '' : PLANNED_ANEW}select j.id from ${source.from} ${joins}
      where j.org_id = $1${source.narrow}${fromEdge}${source.onAll}
      order by ${source.id} desc limit ${size + 1}`,
    values,
  );
  return rows.map((row) => row.id);
}

type FullRow = ListRow & {
  agent_id: string;
  agent_name: string;
  version_id: string;
  cost: number | null;
  input_tokens: number | null;
  output_tokens: number | null;
  error_message: string | null;
  origin: string;
  batch_id: string | null;
  retried_from: string | null;
};

async function listFullRows(db: Db, orgId: string, ids: string[]) {
  if (ids.length === 0) return [];
  const rows = await db.query<FullRow>(
    `select ${LIST_COLUMNS}, j.agent_id, a.name as agent_name, j.version_id, r.cost, r.input_tokens, r.output_tokens,
        r.error_message, j.origin, j.batch_id, j.retried_from
      from unnest($2::uuid[]) with ordinality as wanted (id, place)
      join jobs j on j.id = wanted.id and j.org_id = $1 ${JOINS} join agents a on a.id = j.agent_id
      order by wanted.place`,
    [orgId, ids],
  );
  const items = await withFileNames(db, orgId, rows);
  return rows.map((row, index) => ({
    ...items[index]!,
    agent_id: row.agent_id,
    agent_name: row.agent_name,
    agent_version_id: row.version_id,
    cost: row.cost ?? 0,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    error_message: row.error_message ?? row.events.findLast((event) => event.error !== undefined)?.error ?? null,
    attempt: row.attempt,
    origin: row.origin,
    batch_id: row.batch_id,
    retried_from: row.retried_from,
  }));
}
