import type { PinnedTable } from '../model/table.ts';
import type { Task, TaskAnswer } from '../sandbox/protocol.ts';

// The interface to whatever runs the SQL. An implementation receives unchecked text, the tables it may see as they were
// pinned, and limits; it returns rows or a segment as a file. DuckDB in sandboxed processes is the first
// implementation; test/conformance/query-engine.ts states what others must guarantee.

/** Rows as a JSON array of objects. */
export type GivenTable = { name: string; rows: string };

type Without<T, Keys extends PropertyKey> = T extends unknown ? Omit<T, Keys> : never;
/** The task; the request names its input. */
export type EngineTask = Without<Task, 'tables' | 'rounds' | 'file' | 'memoryMb'>;

export type EngineRequest = {
  task: EngineTask;
  tables?: PinnedTable[];
  /** Tables that come with the request; one of these hides a table of the same name. */
  given?: GivenTable[];
  /** Storage keys of the answers to agent calls, round by round. */
  rounds?: string[];
  /** Storage key of the file to import or to export. */
  source?: string;
  timeoutMs: number;
  /** Less than the engine's default for a query. */
  memoryMb?: number | undefined;
  signal?: AbortSignal | undefined;
  /**
   * Consumes the output file, if there is one: the result, or calls to answer. It is removed afterwards. A result may
   * be passed on while it is still being written; if it fails, the content ends with an error, and another file may
   * follow. A chunk is valid until the next is requested.
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
  readonly reason: 'sql' | 'limit' | 'cancelled' | 'crash';
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
