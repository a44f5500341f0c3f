import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { findIsolation } from '#platform/isolation.ts';
import type { Logger } from '#platform/log.ts';
import type { FromChild, Layer } from './protocol.ts';
import { type SandboxLimits, type SandboxProcess, startSandbox } from './spawn.ts';

// Keeps sandboxed processes ready for the next query, because starting one takes longer than most queries. Each does
// one task. An idle service keeps none, because each takes 100 MB.

export type ReadyProcess = SandboxProcess & {
  /** The next message, or undefined when the process is gone. */
  next(): Promise<FromChild | undefined>;
  send(task: object): void;
  /** Resolves with how the process ended. */
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** The last output of a process that failed. For the log only. */
  lastWords(): string;
};

export type Pool = ReturnType<typeof createPool>;

/** How long processes stay ready after the last query. A person who explores a table thinks for minutes. */
const IDLE_MS = 5 * 60_000;
/**
 * Starting a process uses a processor for 0.2 s or more, which the query that has just begun should have. So the next
 * process starts when that query has ended or turns out to be slow.
 */
const AFTER_QUERY_MS = 30;
const BESIDE_QUERY_MS = 2_000;
/** Limit of a message, because a hostile process could write without end. */
const LINE_CHARACTERS_MAX = 1_000_000;

export function createPool(options: {
  base: string;
  compiled: string;
  /** Processes kept ready. */
  warm: number;
  /** Maximum of concurrent tasks. More processes would only wait. */
  tasksMax?: number;
  limits: SandboxLimits;
  log: Logger;
  without?: Layer[];
  idleMs?: number;
}) {
  const { warm, tasksMax = Number.POSITIVE_INFINITY, log, idleMs = IDLE_MS } = options;
  const ready: Promise<ReadyProcess>[] = [];
  const alive = new Set<ReadyProcess>();
  let taken = 0;
  let stopped = false;
  let idleTimer: NodeJS.Timeout | undefined;
  let fillTimer: NodeJS.Timeout | undefined;
  let fillAt = Number.POSITIVE_INFINITY;

  async function start(): Promise<ReadyProcess> {
    const sandbox = await startSandbox({ ...options, isolation: await findIsolation() });
    const started = follow(sandbox);
    alive.add(started);
    void started.exit.then(() => alive.delete(started));
    const first = await started.next();
    if (first?.type !== 'ready') {
      log.error({ event: 'sql.start', words: started.lastWords() }, 'a query process did not start');
      await started.end();
      throw new Error('The query process did not start.');
    }
    return started;
  }

  function fill(): void {
    fillAt = Number.POSITIVE_INFINITY;
    // While a task runs, one spare process is enough; more would compete with the task.
    const wanted = taken > 0 ? Math.min(1, warm) : warm;
    while (!stopped && ready.length < Math.min(wanted, tasksMax - taken)) {
      const one = start();
      one.catch(() => undefined);
      ready.push(one);
    }
  }

  async function endReady(): Promise<void> {
    const waiting = await Promise.allSettled(ready.splice(0));
    for (const one of waiting) if (one.status === 'fulfilled') await one.value.end();
  }

  function prepareWithin(ms: number): void {
    if (stopped) return;
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => void endReady(), idleMs).unref();
    const at = performance.now() + ms;
    if (at >= fillAt) return;
    clearTimeout(fillTimer);
    fillAt = at;
    fillTimer = setTimeout(fill, ms);
  }

  async function takeReady(): Promise<ReadyProcess> {
    const waiting = ready.shift();
    const one = await (waiting ?? start()).catch(() => start());
    // The process may have died while it waited.
    return one.child.exitCode === null && one.child.signalCode === null ? one : start();
  }

  return {
    /** Starts processes ahead of a query that may follow. */
    prepare: () => prepareWithin(0),
    async take(): Promise<ReadyProcess> {
      prepareWithin(BESIDE_QUERY_MS);
      taken += 1;
      const over = (): void => {
        taken -= 1;
        prepareWithin(AFTER_QUERY_MS);
      };
      try {
        const one = await takeReady();
        void one.exit.then(over);
        return one;
      } catch (error) {
        over();
        throw error;
      }
    },
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(idleTimer);
      clearTimeout(fillTimer);
      await endReady();
      await Promise.all([...alive].map((one) => one.end()));
    },
  };
}

function follow(sandbox: SandboxProcess): ReadyProcess {
  const { child } = sandbox;
  const messages: FromChild[] = [];
  const waiting: ((message: FromChild | undefined) => void)[] = [];
  let words = '';
  let over = false;
  const finish = (): void => {
    over = true;
    for (const resolve of waiting.splice(0)) resolve(undefined);
  };
  child.stderr!.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-2_000);
  });
  const lines = child.stdio[3] as Readable;
  let length = 0;
  lines.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > LINE_CHARACTERS_MAX) child.kill('SIGKILL');
  });
  createInterface({ input: lines }).on('line', (line) => {
    length = 0;
    const message = parseMessage(line);
    if (message === undefined) return void child.kill('SIGKILL');
    const resolve = waiting.shift();
    if (resolve) resolve(message);
    else messages.push(message);
  });
  const exit = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => {
      finish();
      resolve({ code, signal });
    });
    child.once('error', () => {
      finish();
      resolve({ code: null, signal: null });
    });
  });
  return {
    ...sandbox,
    exit,
    lastWords: () => words,
    next() {
      const message = messages.shift();
      if (message !== undefined || over) return Promise.resolve(message);
      return new Promise((resolve) => waiting.push(resolve));
    },
    send: (task) => void child.stdin!.write(`${JSON.stringify(task)}\n`),
  };
}

function parseMessage(line: string): FromChild | undefined {
  try {
    const message = JSON.parse(line) as FromChild;
    return ['ready', 'writing', 'done', 'failed'].includes(message?.type) ? message : undefined;
  } catch {
    return undefined;
  }
}
