import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { BaselineFailure } from './limits/failure.ts';
import type { Reply, Task } from './tasks.ts';

// A pool of threads that run one task at a time. A thread starts if a task finds none free and ends after some idle
// time, so a server that never uses the built-in model does not load it. A cancelled or slow task is stopped by ending
// its thread, because nothing else reliably stops a computation.

export type ThreadLimits = { threadsMax: number; taskMs: number; idleMs: number; memoryMb: number };

export type Threads = {
  run(task: Task, signal?: AbortSignal): Promise<unknown>;
  stop(): Promise<void>;
};

const defaults: ThreadLimits = {
  // One core is left for the event loop. Each thread takes about 200 MB once it has loaded the embeddings.
  threadsMax: Math.max(1, Math.min(4, availableParallelism() - 1)),
  taskMs: 60_000,
  idleMs: 30_000,
  memoryMb: 768,
};

type Waiting = { task: Task; begin(thread: Thread): void; fail(error: Error): void };
type Thread = { worker: Worker; idle?: NodeJS.Timeout };

export function createThreads(given: Partial<ThreadLimits>): Threads {
  const limits = { ...defaults, ...given };
  const waiting: Waiting[] = [];
  const free: Thread[] = [];
  const all = new Set<Thread>();

  function run(task: Task, signal?: AbortSignal): Promise<unknown> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const entry: Waiting = { task, begin, fail: reject };
    signal?.addEventListener('abort', leaveQueue, { once: true });
    waiting.push(entry);
    dispatch();
    return promise;

    function leaveQueue(): void {
      const at = waiting.indexOf(entry);
      if (at >= 0) waiting.splice(at, 1);
      reject(signal?.reason);
    }
    function begin(thread: Thread): void {
      signal?.removeEventListener('abort', leaveQueue);
      perform(thread, task, limits, signal).then(
        (value) => {
          resolve(value);
          release(thread);
        },
        (error) => {
          reject(error);
          if (error instanceof TaskFailure) release(thread);
          else discard(thread);
        },
      );
    }
  }

  function dispatch(): void {
    while (waiting.length > 0) {
      const thread = free.pop() ?? (all.size < limits.threadsMax ? start() : undefined);
      if (thread === undefined) return;
      clearTimeout(thread.idle);
      waiting.shift()!.begin(thread);
    }
  }

  function start(): Thread {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
      // The thread needs nothing from the environment or the command line, so provider keys stay out of it.
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    worker.unref();
    const thread: Thread = { worker };
    // Between tasks there is no other listener. Without this one, a late error would end the process.
    worker.on('error', () => discard(thread));
    all.add(thread);
    return thread;
  }

  function release(thread: Thread): void {
    if (!all.has(thread)) return;
    thread.worker.unref();
    thread.idle = setTimeout(() => discard(thread), limits.idleMs).unref();
    free.push(thread);
    dispatch();
  }

  function discard(thread: Thread): void {
    if (!all.delete(thread)) return;
    clearTimeout(thread.idle);
    const at = free.indexOf(thread);
    if (at >= 0) free.splice(at, 1);
    void thread.worker.terminate();
    dispatch();
  }

  async function stop(): Promise<void> {
    const ended = [...all].map((thread) => thread.worker.terminate());
    for (const thread of all) clearTimeout(thread.idle);
    all.clear();
    free.length = 0;
    for (const { fail } of waiting.splice(0)) fail(new Error('The built-in model was stopped.'));
    await Promise.all(ended);
  }

  return { run, stop };
}

/** A failure of the task after which its thread can still be used. */
class TaskFailure extends BaselineFailure {}

function perform({ worker }: Thread, task: Task, limits: ThreadLimits, signal?: AbortSignal): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => reject(tooSlow(limits.taskMs)), limits.taskMs);
  const onAbort = (): void => reject(signal?.reason);
  const onMessage = (reply: Reply): void => {
    if ('value' in reply) resolve(reply.value);
    else if ('failure' in reply) reject(new TaskFailure(reply.failure));
    else reject(new Error(`A thread of the built-in model failed: ${reply.error}`));
  };
  const onError = (error: Error & { code?: string }): void =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(error) : error);
  const onExit = (): void => reject(new Error('A thread of the built-in model ended too early.'));
  worker.ref();
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  signal?.addEventListener('abort', onAbort, { once: true });
  worker.postMessage(task);
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  });
}

function tooSlow(taskMs: number): BaselineFailure {
  return new BaselineFailure(
    `The built-in model baseline did not finish within ${taskMs / 1_000} s. Shorten the text, simplify the output schema, or choose another model.`,
  );
}

function tooLarge(cause: Error): BaselineFailure {
  return new BaselineFailure(
    'The built-in model baseline ran out of memory. Shorten the text, simplify the output schema, or choose another model.',
    { cause },
  );
}
