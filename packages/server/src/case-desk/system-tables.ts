import { type ArchiveColumn, toArchiveColumn, toFileColumns } from '#jobs/archive/columns.ts';
import { toJsonLine } from '#jobs/system-tables/live-rows.ts';
import type { Database, Db } from '#platform/db.ts';
import { EngineError } from '#workspace/engine/engine.ts';
import type { SystemTables } from '#workspace/model/system-table.ts';

// `errand.cases`, `errand.case_alerts` and `errand.case_events` in SQL. A statement runs for the organization and not for
// a person, so restricted cases are in none of them.

type CaseTable = {
  name: string;
  description: string;
  from: string;
  /** The id by which the rows are read in order. */
  key: string;
  columns: (ArchiveColumn & { description: string })[];
};

const column = (name: string, expression: string, type: string, description: string) => ({
  ...toArchiveColumn(name, expression, type),
  description,
});
const text = (name: string, expression: string, description: string) => column(name, expression, 'text', description);
const moment = (name: string, expression: string, description: string) =>
  column(name, expression, 'timestamp with time zone', description);
const subject = (row: string) => [
  text('subject_kind', `(${row}.subject ->> 'kind')`, '`person`, `company`, `merchant` or `account`'),
  text('subject_name', `(${row}.subject ->> 'name')`, 'its name'),
  text('identifiers', `(${row}.subject -> 'identifiers')`, 'JSON: identifiers by their kind'),
];

const tables: CaseTable[] = [
  {
    name: 'cases',
    description: 'one row per case that is not restricted',
    from: 'cases c join case_queues q on q.id = c.queue_id',
    key: 'c.id',
    columns: [
      text('id', 'c.id', 'id of the case'),
      column('number', 'c.number', 'integer', 'its number'),
      text('queue_id', 'c.queue_id', 'its queue'),
      text('queue', 'q.name', 'name of its queue'),
      ...subject('c'),
      text('state', 'c.state', '`open`, `in_review`, `waiting`, `escalated` or `closed`'),
      text('outcome', 'c.outcome', 'what was decided'),
      text('reason_code', 'c.reason_code', 'why'),
      text('priority', 'c.priority', '`low`, `normal`, `high` or `urgent`'),
      column('assignee_id', 'c.assignee_id', 'integer', 'the user who has it'),
      column('alert_count', 'c.alert_count', 'integer', 'how many alerts it has'),
      moment('next_due_at', 'c.next_due_at', 'when the first of its clocks is due, in UTC'),
      moment('created_at', 'c.created_at', 'when it was opened, in UTC'),
      moment('closed_at', 'c.closed_at', 'when it was closed, in UTC'),
      text('merged_into_case_id', 'c.merged_into', 'the case that it was merged into'),
    ],
  },
  {
    name: 'case_alerts',
    description: 'one row per alert of a case that is not restricted',
    from: 'case_alerts a join cases c on c.id = a.case_id',
    key: 'a.id',
    columns: [
      text('id', 'a.id', 'id of the alert'),
      text('case_id', 'a.case_id', 'its case'),
      text('queue_id', 'a.queue_id', 'its queue'),
      text('external_id', 'a.external_id', 'the id that its sender gave'),
      ...subject('a'),
      text('rule', 'a.rule', 'the rule that detected it'),
      column('amount', 'a.amount::numeric(20,4)', 'numeric(20,4)', 'the amount'),
      text('currency', 'a.currency', 'its currency'),
      text('data', 'a.data', 'JSON: what the sender added'),
      text('priority', 'a.priority', '`low`, `normal`, `high` or `urgent`'),
      moment('detected_at', 'a.detected_at', 'when the rule detected it, in UTC'),
      moment('created_at', 'a.created_at', 'when it arrived, in UTC'),
    ],
  },
  {
    name: 'case_events',
    description: 'one row per event in the history of a case that is not restricted',
    from: 'case_events e join cases c on c.id = e.case_id',
    key: 'e.id',
    columns: [
      text('id', 'e.id', 'id of the event'),
      text('case_id', 'e.case_id', 'its case'),
      moment('created_at', 'e.at', 'when it happened, in UTC'),
      text('kind', 'e.kind', 'what happened: `opened`, `assigned`, `decided`, …'),
      text('actor_kind', `(e.actor ->> 'kind')`, 'who did it: `person`, `key` or `system`'),
      column('actor_user_id', `(e.actor ->> 'user_id')::int`, 'integer', 'the user'),
      text('detail', 'e.detail', 'JSON'),
    ],
  },
];

export const createCaseTables = (given: { database: Database; bytesMax: number }): SystemTables => ({
  tables: tables.map(({ name, description, columns }) => ({
    name,
    description,
    columns: toFileColumns(columns).map((one, index) => ({ ...one, description: columns[index]!.description })),
  })),
  async open(orgId, name, plan) {
    const table = tables.find((one) => one.name === name)!;
    const wanted = plan.columns?.map((one) => one.toLowerCase());
    const chosen = table.columns.filter((one) => wanted === undefined || wanted.includes(one.name));
    const columns = chosen.length === 0 ? table.columns.slice(0, 1) : chosen;
    const rows = plan.limit === 0 ? [] : readRows(given.database.tenant(orgId), orgId, { table, columns, ...given });
    return {
      rows: [{ name: `errand ${name}`, columns: toFileColumns(columns), files: [], lines: toAsync(rows) }],
      view: `select ${columns.map((one) => `"${one.name}"`).join(', ')} from "errand ${name} live"`,
      columns: toFileColumns(columns),
    };
  },
});

async function* toAsync(rows: AsyncIterable<Uint8Array> | Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* rows;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const AT_ONCE = 1_000;

type Reading = { table: CaseTable; columns: ArchiveColumn[]; bytesMax: number };

async function* readRows(db: Db, orgId: string, { table, columns, bytesMax }: Reading): AsyncGenerator<Uint8Array> {
  const items = columns.map((one) => `${one.text} as "${one.name}"`).join(', ');
  const alias = table.key.split('.')[0];
  let [after, bytes] = [FIRST_ID, 0];
  for (;;) {
    const rows = await db.query<Record<string, string | null>>(
      `select ${items}, ${table.key}::text as "the key" from ${table.from}
       where ${alias}.org_id = $1 and ${table.key} > $2::uuid and c.restricted_to is null
       order by ${table.key} limit ${AT_ONCE}`,
      [orgId, after],
    );
    for (const row of rows) {
      const line = toJsonLine(row, columns);
      bytes += line.length;
      if (bytes > bytesMax)
        throw new EngineError(
          'limit',
          `errand.${table.name}: the rows have more than ${bytesMax} bytes, the limit for one statement. Select fewer columns.`,
        );
      yield line;
    }
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)!['the key']!;
  }
}
