import type { PinnedTable } from '../model/table.ts';
import type { Task, TaskAnswer } from '../sandbox/protocol.ts';

// The seam: who runs the SQL. An implementation is given text that nobody has checked, the tables that it may see as
// they were pinned, and bounds; it gives rows or a segment back as a file. DuckDB in sandboxed processes is the first one;
// what others have to hold is in test/conformance/query-engine.ts.

type Without<T, Keys extends PropertyKey> = T extends unknown ? Omit<T, Keys> : never;
/** What to do; where it comes from is in the request. */
export type EngineTask = Without<Task, 'tables' | 'rounds' | 'file' | 'memoryMb'>;

export type EngineRequest = {
  task: EngineTask;
  tables?: PinnedTable[];
  /** Storage keys of the answers to agent calls, round by round. */
  rounds?: string[];
  /** Storage key of the file to import or to export. */
  source?: string;
  timeoutMs: number;
  /** Less than what the engine gives to any query. */
  memoryMb?: number | undefined;
  signal?: AbortSignal | undefined;
  /**
   * Takes the file that was made, if one was: the result, or calls that are to be answered. It is gone afterwards. A result
   * may be given while it is still made; if that comes to nothing the content ends with an error, and maybe another follows.
   * A piece is good until the next is asked for.
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
 * Why there is no answer. `sql`: what was asked cannot be done; `limit`: it needs more than it may have; `cancelled`;
 * `crash`: the engine failed. The message is public.
 */
export class EngineError extends Error {
  readonly reason: 'sql' | 'limit' | 'cancelled' | 'crash';
  /** Characters from the start of the text, when it is known. */
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
