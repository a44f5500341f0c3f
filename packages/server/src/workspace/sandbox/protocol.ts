import type { Identity } from '#platform/identity.ts';
import type { CsvOptions } from '../model/csv-cell.ts';
import type { SourcePlan } from '../model/source-plan.ts';
import type { Column, FileFormat } from '../model/table.ts';
import type { Part } from '../sql/reader.ts';

// The messages between the service and a sandboxed process: one JSON line each way. Rows and segments travel as files
// in the folder of the process: `in/` is its input, `out/` its output.

/** A table as files of `in/`, as its rows (a JSON array of objects), or as a query of the service over tables before it. */
export type TableFiles = {
  name: string;
  columns: Column[];
  files: string[];
  format?: FileFormat;
  rows?: string;
  view?: string;
};

/** Of a CSV file of ours. A buffer of its reader holds two lines. */
export const LINE_BYTES_MAX = 16 * 1024 * 1024;

type Reads = {
  tables: TableFiles[];
  /** Files of `in/` with the answers to agent calls, one per round, as JSON lines of {k, v}. */
  rounds: string[];
};

/** With it agents may be called: calls without an answer are then the response. */
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
        /** Parts of the query that must be one expression each, or one type each. */
        expressions?: Part[];
        types?: Part[];
        /** The columns to fill; without it the query decides. */
        target?: Column[];
        insertColumns?: string[] | undefined;
        /** Columns of the query go into those of the same name. */
        byName?: boolean;
        columnsMax: number;
      })
  | { kind: 'import'; file: string; withHeaders: boolean; columnsMax: number }
  /** Which rows of connections a query needs. `known`: names of its tables; `sources`: those of connections. */
  | { kind: 'plan'; query: Part; known: string[]; sources: string[] }
  /** Stored rows as a Parquet file. */
  | { kind: 'export'; file: string; columns: Column[] }
  /** A query of the service itself, unchecked, as a file with whole values. */
  | (Reads & { kind: 'copy'; sql: string; format: 'parquet' | 'json' });

/** Less memory than the process was started with. */
export type TaskBounds = { memoryMb?: number };

export type TaskAnswer = {
  /** The file lists agent calls to answer, a key and its number of rows a line; with the answers the task runs again. */
  calls?: boolean;
  columns: Column[];
  rows: number;
  /** A file of `out/`; absent when nothing was written. */
  file: string | null;
  /** A limit cut rows or values. */
  truncated: boolean;
  /** Byte offset of every thousandth row in the file of a `select`. */
  offsets: number[];
  /** Of a `plan`, in the order of its sources; null: it does not stand in FROM. */
  plans?: (SourcePlan | null)[];
};

export type TaskFailure = {
  /** `sql`: the statement cannot run; `limit`: it needs more than its limits allow; `crash`: a bug of ours. */
  reason: 'sql' | 'limit' | 'crash';
  message: string;
  /** In the text that the part came from. */
  position?: number;
};

export type FromChild =
  | { type: 'ready'; uid: number }
  /**
   * The result grows in this file of `out/`, by appending only; sent at most once. The response may still name another
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
  /** The user to switch to; null: stay. */
  identity: Identity | null;
  threads: number;
  memoryMb: number;
  diskMb: number;
  without: Layer[];
};
