import type { Db } from '#platform/db.ts';
import { type ArchiveColumn, listColumns } from './columns.ts';
import type { FileName, PartKind } from './model.ts';

// Maps tables to files. The rows of a file are chosen by the ids of the part: of jobs, or of deliveries.

export type FileSource = {
  name: FileName;
  /** The FROM clause, and below it the column with the id of the part. */
  from: string;
  key: string;
  /** The name of the key column in the file. */
  keyName: string;
  /** Identifies a row, in PostgreSQL and in the file. */
  rowId: [inDatabase: string, inFile: string];
  order: string;
  condition: string;
  columns(db: Db): Promise<ArchiveColumn[]>;
};

/** Prefix of the columns of job_results, because one file has both tables. */
export const RESULT = 'result_';

const source = (name: FileName, table: string, order: string, condition = ''): FileSource => ({
  name,
  from: `${table} t`,
  key: 't.job_id',
  keyName: 'job_id',
  rowId: ['t.id::text', 'id'],
  order,
  condition,
  columns: (db) => listColumns(db, table, 't'),
});

const JOBS: FileSource = {
  name: 'jobs',
  from: 'jobs j join job_results r on r.job_id = j.id',
  key: 'j.id',
  keyName: 'id',
  rowId: ['j.id::text', 'id'],
  order: 'j.id',
  condition: '',
  columns: async (db) => [
    ...(await listColumns(db, 'jobs', 'j')),
    ...(await listColumns(db, 'job_results', 'r', RESULT)),
  ],
};

/** Request and response bodies are not archived, so that deleting a job's data need not touch archived deliveries. */
const BODIES = ['body'];
const ATTEMPTS = `(select json_agg(json_build_object('attempt', a.attempt, 'at', a.at, 'response_status', a.response_status,
  'total_ms', a.total_ms, 'failure', a.failure) order by a.attempt)::text from webhook_attempts a where a.delivery_id = t.id)`;

const DELIVERIES: FileSource = {
  ...source('deliveries', 'webhook_deliveries', 't.id'),
  key: 't.id',
  keyName: 'id',
  columns: async (db) => [
    ...(await listColumns(db, 'webhook_deliveries', 't')).filter(({ name }) => !BODIES.includes(name)),
    { name: 'attempts', text: ATTEMPTS, type: 'VARCHAR', isJson: true },
  ],
};

/** The first file of each kind defines the rows of the part; the others belong to them. */
export const SOURCES: Record<PartKind, FileSource[]> = {
  jobs: [
    JOBS,
    { ...source('steps', 'job_steps', 't.job_id, t.seq, t.key'), rowId: ['t.job_id::text || t.key', 'job_id || key'] },
    source('waits', 'job_waits', 't.job_id, t.id'),
    source('events', 'job_events', 't.job_id, t.id'),
    { ...source('reruns', 'job_reruns', 't.job_id'), rowId: ['t.job_id::text', 'job_id'] },
    source('ledger', 'credit_ledger', 't.job_id', ` and t.kind = 'job'`),
  ],
  deliveries: [DELIVERIES],
};

/** Tables whose rows are deleted with a job that goes to the archive. */
export const DROPPED = ['job_progress', 'job_cache'];

/** The tables of archived jobs, each with the file that has its rows. */
export const TABLES = {
  jobs: 'jobs',
  job_results: 'jobs',
  job_steps: 'steps',
  job_waits: 'waits',
  job_events: 'events',
  job_reruns: 'reruns',
} as const satisfies Record<string, FileName>;
