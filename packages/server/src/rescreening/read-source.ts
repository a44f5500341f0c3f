import { EngineFailure, type TableAnswer, type TableQuestion } from '#engines/engine/engine.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { Attempt } from '#platform/leased-work/definition.ts';
import { toWatched, type WatchedSubject } from './store/subject.ts';
import { putSubjects, removeUnread } from './store/subjects.ts';
import type { WatchRow } from './store/watches.ts';

// Subjects from a table of the organization. Each run reads the whole table; only rows that changed are written.

export type AskTables = (orgId: string, question: TableQuestion & { signal?: AbortSignal }) => Promise<TableAnswer>;

const ROWS_AT_ONCE = 5_000;
const LENGTH_MAX = 500;
const ID_MAX = 255;

export async function readSource(
  askTables: AskTables,
  system: Database['system'],
  { watch, runId, attempt }: { watch: WatchRow; runId: string; attempt: Attempt },
): Promise<void> {
  const { org_id: orgId, id: watchId } = watch;
  const { table } = watch.source!;
  for (let after: string | null = null; ; ) {
    const { rows, truncated } = await ask(() =>
      askTables(orgId, {
        sql: selectAfter(watch, after),
        only: [table],
        rowsMax: ROWS_AT_ONCE,
        signal: attempt.signal,
      }),
    );
    if (rows.length === 0) break;
    const subjects = rows.map(readRow);
    await putSubjects(system, { orgId, watchId, readBy: runId }, subjects);
    await attempt.renew();
    after = String(rows.at(-1)![0]);
    if (rows.length < ROWS_AT_ONCE && !truncated) break;
  }
  await removeUnread(system, orgId, watchId, runId);
}

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Of several rows with one id, the one with the last name counts. */
function selectAfter({ source }: WatchRow, after: string | null): string {
  const { table, columns } = source!;
  const column = (name: string | null | undefined): string =>
    name ? `left(cast(${quoteName(name)} as varchar), ${LENGTH_MAX})` : 'cast(null as varchar)';
  const { id, name, kind, birth_date: birth, country } = columns;
  const rest = after === null ? '' : ` and ${column(id)} > '${after.replaceAll("'", "''")}'`;
  return `select ${column(id)} as id, ${column(name)} as name, ${column(kind)} as kind, ${column(birth)} as birth_date,
      ${column(country)} as country
    from ${quoteName(table)} where ${column(id)} is not null and trim(${column(name)}) <> ''${rest}
    qualify row_number() over (partition by ${column(id)} order by ${column(name)} desc, ${column(birth)} desc,
      ${column(country)} desc) = 1
    order by 1 limit ${ROWS_AT_ONCE}`;
}

function readRow([id, name, kind, birth, country]: unknown[]): WatchedSubject {
  if (String(id).length > ID_MAX)
    throw new AppError('conflict', { detail: `An id of a subject has more than ${ID_MAX} characters.` });
  const text = (value: unknown): string => String(value ?? '');
  const found = text(kind).toLowerCase();
  return toWatched(String(id), {
    name: text(name),
    kind: found === 'company' || found === 'other' ? found : 'person',
    birthDate: /^\d{4}(-\d\d(-\d\d)?)?/.exec(text(birth))?.[0] ?? null,
    country: text(country) || null,
    identifiers: {},
  });
}

/** What is wrong with the table is a problem of the settings, which the message names. */
async function ask(read: () => Promise<TableAnswer>): Promise<TableAnswer> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof EngineFailure) || error.retry) throw error;
    throw new AppError('conflict', {
      detail: `The subjects cannot be read from the table. ${error.message} See PATCH /v1/screening-watches/{id}/.`,
      cause: error,
    });
  }
}
