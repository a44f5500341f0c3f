import type { Identity } from '#platform/identity.ts';
import type { CsvOptions } from '../model/csv-cell.ts';
import type { BadRowMode, ImportReport } from '../model/import-report.ts';
import type { SourcePlan } from '../model/source-plan.ts';
import type { Column, FileFormat } from '../model/table.ts';
import type { Part } from '../sql/reader.ts';

// The messages between the service and a sandboxed process: one JSON line each way. Rows and segments travel as files
// in the folder of the process: `in/` is its input, `out/` its output.

/** A table as files in `in/`, as rows (a JSON array of objects), or as a trusted query over the tables before it. */
export type TableFiles = {
  name: string;
  columns: Column[];
  files: string[];
  format?: FileFormat;
  rows?: string;
  view?: string;
};

/** Longest line of a CSV file that we write. A buffer of its reader holds two lines. */
export const LINE_BYTES_MAX = 16 * 1024 * 1024;

/** Longest row of a system table. Longer values are cut before (jobs/system-tables/live-rows.ts). */
export const JSON_LINE_BYTES_MAX = 32 * 1024 * 1024;

type Reads = {
  tables: TableFiles[];
  /** Files in `in/` with the answers to agent calls, one per round, as JSON lines of {k, v}. */
  rounds: string[];
};

/** If set, agents may be called, and calls without an answer are the response. */
type MayCall = { callsMax?: number };
type RowLimits = { rowsMax: number; bytesMax: number; columnsMax: number };
export type ExportFormat = 'csv' | 'jsonl' | 'parquet';

export type Task =
  | (Reads & MayCall & RowLimits & { kind: 'select'; query: Part; explain?: 'plan' | 'analyze' | 'describe' })
  /** The rows of a query as a file for download. */
  | (Reads & RowLimits & CsvOptions & { kind: 'export-query'; query: Part; format: ExportFormat })
  | (Reads &
      MayCall & {
        kind: 'write';
        query: Part;
        /** Parts of the query, each of which must be one expression or one type. */
        expressions?: Part[];
        types?: Part[];
        /** The columns to fill. Without it, the query decides. */
        target?: Column[];
        insertColumns?: string[] | undefined;
        /** Columns of the query go into those of the same name. */
        byName?: boolean;
        columnsMax: number;
      })
  | { kind: 'import'; file: string; withHeaders: boolean; columnsMax: number; onBadRows: BadRowMode }
  /** Plans the rows to read for a query. `known`: the names of its tables; `sources`: those whose rows are read. */
  | { kind: 'plan'; query: Part; known: string[]; sources: string[] }
  /** Stored rows as a Parquet file. */
  | { kind: 'export'; file: string; columns: Column[] }
  /** A trusted query of the service, unchecked, written to a file without shortening values. */
  | (Reads & { kind: 'copy'; sql: string; format: 'parquet' | 'json' });

/** Lowers the memory limit that the process was started with. */
export type TaskBounds = { memoryMb?: number };

export type TaskAnswer = {
  /** The file lists agent calls: a key and its number of rows per line. The task runs again with the answers. */
  calls?: boolean;
  columns: Column[];
  rows: number;
  /** A file in `out/`, or null if nothing was written. */
  file: string | null;
  /** A limit cut rows or values. */
  truncated: boolean;
  /** Byte offset of every thousandth row in the file of a `select`. */
  offsets: number[];
  /** Result of a `plan`, in the order of its sources. Null for a source that is not used in FROM. */
  plans?: (SourcePlan | null)[];
  /** Of an import: what was done with rows that do not fit. */
  report?: ImportReport;
};

export type TaskFailure = {
  /**
   * `sql`: the statement cannot run; `limit`: it needs more than its limits allow; `crash`: a bug of ours; `bad_rows`:
   * rows of a file do not fit, and the caller decides.
   */
  reason: 'sql' | 'limit' | 'crash' | 'bad_rows';
  message: string;
  /** Position in the text that the part came from. */
  position?: number;
};

export type FromChild =
  | { type: 'ready'; uid: number }
  /**
   * The result grows in this file in `out/`, by appending only. Sent at most once. The response may still name another
   * file.
   */
  | { type: 'writing'; file: string }
  | { type: 'done'; answer: TaskAnswer }
  | ({ type: 'failed' } & TaskFailure);

/** Parts of the sandbox that a test may disable, to prove that the others hold. */
export const layers = ['tree', 'engine', 'uid', 'network', 'limits'] as const;
export type Layer = (typeof layers)[number];

export type ChildSettings = {
  folder: string;
  /** The user to switch to, or null to stay. */
  identity: Identity | null;
  threads: number;
  memoryMb: number;
  diskMb: number;
  without: Layer[];
};
