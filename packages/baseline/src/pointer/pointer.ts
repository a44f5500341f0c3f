import { type ChildProcess, fork } from 'node:child_process';
import type { NetworkAnswer } from '../schema/question.ts';
import type { Point, PointOptions } from './point.ts';

// Asks the process of the network. It starts when first needed and ends after some idle time. If it ends too early or
// takes too long, the rules go on alone, and a warning says so.

export type Question = { id: number; text: string; options: PointOptions };
/** `isMissing`: this system has no runtime for the network. */
export type Told = { id: number; pointed?: NetworkAnswer[]; isMissing?: true; error?: string };

export type Pointer = { point: Point; stop(): void };

export type PointerLimits = {
  /** The longest silence of the process while somebody waits. */
  answerMs: number;
  idleMs: number;
  answersKept: number;
  onStart(pid: number): void;
};

const defaults: PointerLimits = {
  answerMs: 10_000,
  idleMs: 120_000,
  answersKept: 200,
  onStart: () => undefined,
};

export function createPointer(
  given: Partial<PointerLimits> = {},
  program = new URL('./pointer-child.ts', import.meta.url),
): Pointer {
  const limits = { ...defaults, ...given };
  const waiting = new Map<number, (told: Told) => void>();
  /** The check of an answer asks what its search has asked. */
  const kept = new Map<string, NetworkAnswer[]>();
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let silence: NodeJS.Timeout | undefined;
  let asked = 0;
  let isMissing = false;

  async function point(text: string, options: PointOptions): Promise<NetworkAnswer[]> {
    const key = JSON.stringify([text, options.schema, options.instruction]);
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (isMissing) return [];
    const { pointed, error, ...told } = await ask({ text, options });
    if (told.isMissing) {
      if (!isMissing)
        process.emitWarning('This system has no runtime for the reader of plain texts. The rules answer alone.');
      isMissing = true;
    } else if (error !== undefined) {
      process.emitWarning(`The reader of plain texts failed, and the rules answered alone: ${error}`);
    }
    if (pointed === undefined) return [];
    if (options.value === undefined || pointed.length > 0) keep(key, pointed);
    return pointed;
  }

  function keep(key: string, pointed: NetworkAnswer[]): void {
    kept.set(key, pointed);
    if (kept.size > limits.answersKept) kept.delete(kept.keys().next().value!);
  }

  function ask(question: Omit<Question, 'id'>): Promise<Told> {
    asked += 1;
    const id = asked;
    const { promise, resolve } = Promise.withResolvers<Told>();
    clearTimeout(idle);
    child ??= start();
    const own = child;
    waiting.set(id, resolve);
    // Those who wait behind many others are no reason to end it: under load, the same text has the same answer.
    if (waiting.size === 1) listen(own);
    own.ref();
    own.channel?.ref();
    own.send({ id, ...question }, (error) => error && discard(own, error.message));
    return promise.finally(() => {
      if (waiting.size === 0 && child === own) rest(own);
    });
  }

  function listen(own: ChildProcess): void {
    clearTimeout(silence);
    silence = setTimeout(() => discard(own, `it took longer than ${limits.answerMs / 1_000} s`), limits.answerMs);
  }

  function start(): ChildProcess {
    const started = forkAlone(program);
    if (started.pid !== undefined) limits.onStart(started.pid);
    started.on('message', (told: Told) => {
      waiting.get(told.id)?.(told);
      waiting.delete(told.id);
      if (child === started && waiting.size > 0) listen(started);
    });
    started.on('exit', (code, signal) => discard(started, `its process ended with ${signal ?? code}`));
    started.on('error', (error) => discard(started, error.message));
    return started;
  }

  /** An idle process keeps nobody waiting for its end. */
  function rest(own: ChildProcess): void {
    clearTimeout(silence);
    own.unref();
    own.channel?.unref();
    idle = setTimeout(() => discard(own, 'it was idle'), limits.idleMs).unref();
  }

  function discard(own: ChildProcess, error: string): void {
    if (child !== own) return;
    child = undefined;
    clearTimeout(idle);
    clearTimeout(silence);
    own.kill('SIGKILL');
    for (const [id, tell] of waiting) tell({ id, error });
    waiting.clear();
  }

  return {
    point,
    stop() {
      if (child !== undefined) discard(child, 'it was stopped');
    },
  };
}

/** It needs nothing from the environment or the command line, so provider keys stay out of it. */
const forkAlone = (program: URL): ChildProcess =>
  fork(program, { env: {}, execArgv: ['--disable-warning=ExperimentalWarning'], serialization: 'advanced' });
