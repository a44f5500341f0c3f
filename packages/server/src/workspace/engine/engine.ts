import type { PinnedTable } from '../model/table.ts';
import type { Task, TaskAnswer } from '../sandbox/protocol.ts';

// The interface of a SQL engine. An implementation receives unchecked SQL, pinned tables and limits, and returns rows
// or a segment as a file. The first one runs DuckDB in sandboxed processes. test/conformance/query-engine.ts states
// what every implementation must guarantee.

/** Rows as a JSON array of objects. */
export type GivenTable = { name: string; rows: string };

type Without<T, Keys extends PropertyKey> = T extends unknown ? Omit<T, Keys> : never;
/** A task without its input, which the request names. */
export type EngineTask = Without<Task, 'tables' | 'rounds' | 'file' | 'memoryMb'>;

export type EngineRequest = {
  task: EngineTask;
  tables?: PinnedTable[];
  /** Tables sent with the request. They hide stored tables of the same name. */
  given?: GivenTable[];
  /** Storage keys of the answers to agent calls, round by round. */
  rounds?: string[];
  /** Storage key of the file to import or to export. */
  source?: string;
  timeoutMs: number;
  /** Lowers the engine's memory limit for this query. */
  memoryMb?: number | undefined;
  signal?: AbortSignal | undefined;
  /**
   * Consumes the output file, if any: a result, or agent calls to answer. The file is deleted afterwards. A result may
   * be read while it is being written. If writing fails, the content ends with an error, and another file may follow. A
   * chunk is valid until the next one is requested.
   */
  keep?(content: AsyncIterable<Uint8Array>, what: 'result' | 'calls'): Promise<void>;
};

export type EngineAnswer = Omit<TaskAnswer, 'file'> & { bytes: number; elapsedMs: number };

export type QueryEngine = {
  kind: string;
  run(request: EngineRequest): Promise<EngineAnswer>;
  stop(): Promise<void>;
};

/**
 * Why there is no result. `sql`: the statement cannot run; `limit`: it needs more than its limits allow; `cancelled`;
 * `crash`: the engine failed. The message is public.
 */
export class EngineError extends Error {
  readonly reason: 'sql' | 'limit' | 'cancelled' | 'crash' | 'bad_rows';
  /** Characters from the start of the text, if known. */
  readonly position: number | undefined;
  constructor(
    reason: EngineError['reason'],
    message: string,
    options: { position?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'EngineError';
    this.reason = reason;
    this.position = options.position;
  }
}
