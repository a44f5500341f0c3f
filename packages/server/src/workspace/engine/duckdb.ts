import { join } from 'node:path';
import type { Logger } from '#platform/log.ts';
import { residentBytes } from '#platform/process-memory.ts';
import { type Attributes, inSpan, recordsContent, SpanKind } from '#platform/tracing.ts';
import type { Pool, ReadyProcess } from '../sandbox/pool.ts';
import type { FromChild, TableFiles, Task } from '../sandbox/protocol.ts';
import type { SandboxLimits } from '../sandbox/spawn.ts';
import { createTurns } from '../sandbox/turns.ts';
import { type EngineAnswer, EngineError, type EngineRequest, type QueryEngine } from './engine.ts';
import type { LocalFiles } from './local-files.ts';
import { type Following, followFile } from './made-file.ts';

// Runs each task with DuckDB in its own sandboxed process. Input files are linked into the folder of the process before
// it receives the task. Its output is not trusted (see made-file.ts).

export function createDuckDbEngine(options: {
  pool: Pool;
  files: LocalFiles;
  limits: SandboxLimits;
  log: Logger;
}): QueryEngine {
  const { pool, files, limits, log } = options;
  const turns = createTurns({ threads: limits.threads });

  async function run(request: EngineRequest): Promise<EngineAnswer> {
    const startedAt = performance.now();
    if (request.signal?.aborted) throw cancelled();
    const sandbox = await pool.take().catch((cause: unknown) => {
      throw new EngineError('crash', 'The query could not be started. Try again.', { cause });
    });
    let stopped: EngineError | undefined;
    const stop = (error: EngineError): void => {
      stopped ??= error;
      sandbox.child.kill('SIGKILL');
    };
    const onAbort = (): void => stop(cancelled());
    const timer = setTimeout(() => stop(tooLong(request.timeoutMs)), request.timeoutMs);
    const memoryMb = Math.min(request.memoryMb ?? limits.memoryMb, limits.memoryMb);
    const watch = setInterval(() => watchMemory(sandbox, memoryMb, stop), 200);
    request.signal?.addEventListener('abort', onAbort, { once: true });
    const leaveTurns = turns.join(sandbox.child);
    // The request may have been cancelled while it waited for a process.
    if (request.signal?.aborted) onAbort();
    let following: Following | undefined;
    const follow = (file: string, what: 'result' | 'calls'): Following =>
      followFile(join(sandbox.folder, 'out'), file, {
        bytesMax: limits.diskMb * 1_048_576,
        keep: async (content) => request.keep?.(content, what),
      });
    try {
      sandbox.send(await provide(files, sandbox, request));
      let message = await sandbox.next();
      if (message?.type === 'writing') {
        following = follow(message.file, 'result');
        // If the output cannot be stored, the query need not continue.
        void following.failed.then(() => sandbox.child.kill('SIGKILL'));
        message = await sandbox.next();
      }
      leaveTurns();
      sandbox.child.kill('SIGKILL');
      if (stopped !== undefined) throw stopped;
      if (message === undefined) {
        following?.throwFailure();
        throw explainDeath(await sandbox.exit, sandbox.lastWords());
      }
      if (message.type !== 'done') throw toError(message);
      const { file, ...answer } = message.answer;
      if (file !== following?.file) await following?.abandon();
      if (file !== null && file !== following?.file) following = follow(file, answer.calls ? 'calls' : 'result');
      const bytes = file === null ? 0 : await following!.finish();
      return { ...answer, bytes, elapsedMs: performance.now() - startedAt };
    } catch (error) {
      await following?.abandon();
      if (error instanceof EngineError && error.reason === 'crash') {
        log.error({ event: 'sql.crash', err: error, words: sandbox.lastWords() }, 'the query process crashed');
      }
      throw error;
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      leaveTurns();
      request.signal?.removeEventListener('abort', onAbort);
      // Not awaited: the response need not wait for the process to exit or its folder to be removed.
      void sandbox
        .end()
        .catch((error) => log.warn({ err: error, event: 'sql.folder' }, 'cannot remove the sandbox folder'));
    }
  }

  return {
    kind: 'duckdb',
    run: (request) =>
      inSpan(`sql ${request.task.kind}`, { kind: SpanKind.CLIENT, attributes: describeTask(request) }, () =>
        run(request),
      ),
    stop: () => pool.stop(),
  };
}

/** Puts what the task reads into the folder of its process. */
async function provide(files: LocalFiles, sandbox: ReadyProcess, request: EngineRequest): Promise<Task> {
  const place = async (key: string, name: string, uncached = false): Promise<string> => {
    await files.provide(key, join(sandbox.folder, 'in', name), sandbox.gid, { uncached });
    return name;
  };
  const tables: TableFiles[] = [];
  for (const [at, { name, columns, segments, format, uncached, view }] of (request.tables ?? []).entries()) {
    const extension = EXTENSIONS[format ?? 'parquet'];
    const names = await Promise.all(
      segments.map(({ key }, index) => place(key, `table-${at}-${index}.${extension}`, uncached)),
    );
    tables.push({ name, columns, files: names, ...(format && { format }), ...(view && { view }) });
  }
  for (const { name, rows } of request.given ?? []) tables.push({ name, columns: [], files: [], rows });
  const rounds = await Promise.all((request.rounds ?? []).map((key, index) => place(key, `round-${index}.jsonl`)));
  const file = request.source === undefined ? '' : await place(request.source, 'source');
  return Object.assign({ tables, rounds, file, memoryMb: request.memoryMb }, request.task) as Task;
}

function describeTask({ task }: EngineRequest): Attributes {
  return {
    'db.system.name': 'duckdb',
    'db.operation.name': task.kind,
    ...(recordsContent() && 'sql' in task && { 'db.query.text': String(task.sql) }),
  };
}

const cancelled = (): EngineError => new EngineError('cancelled', 'The query was cancelled.');
const tooLong = (ms: number): EngineError =>
  new EngineError('limit', `The query took longer than its limit of ${Math.round(ms / 1_000)} s.`);
const MEMORY = 'The query exceeded its memory limit.';

/** Enforces the memory limit. The kernel's own is missing on some systems and does not count shared memory. */
function watchMemory(sandbox: ReadyProcess, memoryMb: number, stop: (error: EngineError) => void): void {
  const residentMb = residentBytes(sandbox.child.pid) / 1_048_576;
  if (residentMb > memoryMb + 768) stop(new EngineError('limit', MEMORY));
}

function toError(message: FromChild): EngineError {
  if (message.type !== 'failed') return new EngineError('crash', 'The query engine returned no response.');
  return new EngineError(message.reason, message.message, { position: message.position });
}

/** Explains the death of the process to the author of the query. */
function explainDeath(
  { code, signal }: { code: number | null; signal: NodeJS.Signals | null },
  words: string,
): EngineError {
  const cause = new Error(`exit ${code ?? signal}`);
  if (signal === 'SIGXCPU') return new EngineError('limit', 'The query exceeded its processor time limit.', { cause });
  if (signal === 'SIGXFSZ') return new EngineError('limit', 'The query exceeded its space limit.', { cause });
  if (/out of memory|bad_alloc|cannot allocate|allocation failed/i.test(words))
    return new EngineError('limit', MEMORY, { cause });
  // Our own kills are handled before, so the system sent this signal.
  if (signal === 'SIGKILL')
    return new EngineError('limit', 'The system ended the query because it used too much memory or processor time.', {
      cause,
    });
  return new EngineError('crash', 'The query engine failed on this statement.', { cause });
}

const EXTENSIONS = { csv: 'csv', 'json-lines': 'jsonl', archive: 'parquet', parquet: 'parquet' };
