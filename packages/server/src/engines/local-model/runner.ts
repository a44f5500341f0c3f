import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chooseIdentity } from '#platform/identity.ts';
import { confine, emptyEnvironment, findIsolation, lowerPriority } from '#platform/isolation.ts';
import { residentBytes } from '#platform/process-memory.ts';
import { ProviderFault } from '../models/faults.ts';
import { LOCAL, type LocalModel } from '../models/local-settings.ts';
import { checkModelFile, findRuntime } from './find-runtime.ts';
import type { FromProcess, LocalCall, ProcessSettings, ToProcess } from './protocol.ts';

// Runs the local model in a process of its own: without network, environment and rights, with a limit of memory. It starts
// with the first call, ends when it is idle, and is killed when it does not stop.

const program = fileURLToPath(new URL('./process.ts', import.meta.url));
const GIGABYTE = 1024 ** 3;
const LOAD_MS_MAX = 180_000;
const IDLE_MS = 600_000;
const LOOK_MS = 500;
/** A process that goes on after a call was cancelled is killed, so that its cores are free. */
const CANCEL_MS_MAX = 3_000;
/** Only the memory is limited by the kernel: the time of each call is watched here. */
const CPU_SECONDS = 30 * 86_400;
const HEAP_MB = 512;

export type Over = { reason: 'stop' | 'length'; inputTokens: number; outputTokens: number };
export type LocalRunner = ReturnType<typeof createLocalRunner>;

type Pending = { onDelta(text: string): void; resolve(over: Over): void; reject(error: Error): void };
type Running = { child: ChildProcess; contextTokens: number; pending: Map<number, Pending>; end(why: string): void };

export function createLocalRunner(settings: LocalModel) {
  let current: Promise<Running> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function open(): Promise<Running> {
    if (current !== undefined) return current;
    const started = start(settings, () => {
      if (current === started) current = undefined;
    });
    current = started;
    started.catch(() => {
      if (current === started) current = undefined;
    });
    return started;
  }

  return {
    settings,

    /** Starts the process if it does not run. Fails with what is missing. */
    async load(): Promise<{ contextTokens: number }> {
      const { contextTokens } = await open();
      return { contextTokens };
    },

    /** All that is missing, as far as files tell without loading it. */
    async findProblem(): Promise<string | undefined> {
      const found = await Promise.allSettled([checkModelFile(settings.path), findRuntime(settings)]);
      const problems = found.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []));
      return problems.length === 0 ? undefined : problems.join(' ');
    },

    async ask(call: Omit<LocalCall, 'id'>, onDelta: (text: string) => void, signal?: AbortSignal): Promise<Over> {
      clearTimeout(idle);
      const running = await open();
      signal?.throwIfAborted();
      lastId += 1;
      const id = lastId;
      const { child, pending, end } = running;
      const send = (message: ToProcess): void => void child.stdin!.write(`${JSON.stringify(message)}\n`);
      let killing: NodeJS.Timeout | undefined;
      const cancel = (): void => {
        send({ cancel: id });
        killing = setTimeout(end, CANCEL_MS_MAX, 'it did not stop when a call was cancelled');
        pending.get(id)?.reject(signal!.reason);
      };
      try {
        return await new Promise<Over>((resolve, reject) => {
          pending.set(id, {
            onDelta,
            resolve,
            reject,
          });
          signal?.addEventListener('abort', cancel, { once: true });
          send({ id, ...call });
        });
      } finally {
        signal?.removeEventListener('abort', cancel);
        const settled = (): void => {
          clearTimeout(killing);
          pending.delete(id);
        };
        // After a cancelled call the process says that it is over, or is killed.
        if (killing === undefined) settled();
        else pending.set(id, { onDelta: () => undefined, resolve: settled, reject: settled });
        idle = setTimeout(() => void this.stop(), IDLE_MS).unref();
      }
    },

    async stop(): Promise<void> {
      clearTimeout(idle);
      const running = await current?.catch(() => undefined);
      current = undefined;
      running?.end('it was stopped');
    },
  };
}

async function start(settings: LocalModel, onEnd: () => void): Promise<Running> {
  try {
    const [entry, size, isolation] = await Promise.all([
      findRuntime(settings),
      checkModelFile(settings.path),
      findIsolation(),
    ]);
    const memoryBytesMax = settings.memoryBytesMax ?? 2 * size + GIGABYTE;
    const { path: modelPath, threads, contextTokensMax } = settings;
    const given: ProcessSettings = {
      modelPath,
      entry,
      threads,
      contextTokensMax,
      identity: chooseIdentity() ?? null,
    };
    const node = [process.execPath, `--max-old-space-size=${HEAP_MB}`, '--no-warnings', program, JSON.stringify(given)];
    const bounds = { memoryMb: Math.ceil(memoryBytesMax / 1024 ** 2), diskMb: 0, cpuSeconds: CPU_SECONDS };
    const [command, ...args] = confine(node, isolation, bounds);
    const child = spawn(command!, args, {
      cwd: '/',
      env: emptyEnvironment,
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    });
    lowerPriority(child.pid);
    return await watch(child, memoryBytesMax, onEnd);
  } catch (error) {
    if (error instanceof ProviderFault) throw error;
    throw new ProviderFault('down', `The local model cannot be loaded. ${(error as Error).message}`, { cause: error });
  }
}

/** Resolves when the model is loaded. */
function watch(child: ChildProcess, memoryBytesMax: number, onEnd: () => void): Promise<Running> {
  const pending = new Map<number, Pending>();
  let why: string | undefined;
  let said = '';
  child.on('error', () => undefined);
  child.stdin!.on('error', () => undefined);
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  const end = (reason: string): void => {
    why ??= reason;
    child.kill('SIGKILL');
  };
  const look = setInterval(() => {
    const bytes = residentBytes(child.pid);
    if (bytes > memoryBytesMax)
      end(`it needed ${Math.round(bytes / 1024 ** 2)} MB of memory, more than ERRAND_LOCAL_MEMORY_MB allows`);
  }, LOOK_MS);
  return new Promise((resolve, reject) => {
    const loading = setTimeout(end, LOAD_MS_MAX, `it was not loaded within ${LOAD_MS_MAX / 1_000} s`);
    const lines = createInterface({ input: child.stdio[3] as NodeJS.ReadableStream });
    lines.on('line', (line) => {
      const message = JSON.parse(line) as FromProcess;
      if ('ready' in message) {
        clearTimeout(loading);
        resolve({ child, pending, end, contextTokens: message.ready.contextTokens });
      } else if ('unusable' in message) why ??= message.unusable;
      else hear(pending, message);
    });
    child.on('close', (code, signal) => {
      clearInterval(look);
      clearTimeout(loading);
      onEnd();
      const reason = why ?? lastLine(said) ?? `exit ${code ?? signal}`;
      reject(new Error(`Its process ended: ${reason}.`));
      const fault = new ProviderFault('broken', `The process of the local model ended: ${reason}.`);
      for (const call of pending.values()) call.reject(fault);
    });
  });
}

function hear(pending: Map<number, Pending>, message: Extract<FromProcess, { id: number }>): void {
  const call = pending.get(message.id);
  if (call === undefined) return;
  if ('delta' in message) call.onDelta(message.delta);
  else if ('over' in message) call.resolve(message.over);
  else call.reject(new ProviderFault('refused', `${LOCAL} cannot answer: ${message.failed}`, { isAnswer: true }));
}

const lastLine = (text: string): string | undefined =>
  text
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => /error|cannot|failed|unable/i.test(line))
    ?.slice(0, 300);
