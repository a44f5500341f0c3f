import type { ClockJump } from './clock.ts';
import type { ClientConfig } from './connect.ts';
import { isOutOfSpace, type OutageCause, outageCause } from './errors.ts';
import { createWriteProbe, probeCause } from './write-probe.ts';

// The only record of whether PostgreSQL accepts writes. A small write every two seconds on a dedicated connection
// decides. A statement that fails as in an outage triggers this write at once. Probes, metrics and waiting callers read
// the state from memory.

/** `forMs`: how long the outage has lasted, on the monotonic clock. */
export type DatabaseView = { writable: true } | { writable: false; cause: OutageCause; since: Date; forMs: number };

export type DatabaseState = {
  current(): DatabaseView;
  /** Reports a statement's error. Most errors say nothing about the whole database and are ignored. */
  noteFailure(error: unknown): void;
  /** Resolves to true once the database accepts writes, or to false at the time limit. */
  whenWritable(limitMs: number): Promise<boolean>;
  onChange(listener: (view: DatabaseView) => void): void;
  /** Returns the total duration of all outages since the start. */
  outMs(): number;
  /** Returns the time since the last outage ended, infinite if there was none, 0 during one. */
  writableMs(): number;
  /** Returns how long the last background write took to commit, or has taken so far. Undefined before the first. */
  commitWaitMs(): number | undefined;
  /** Calls the listener with the duration of each background write, including its commit. */
  onWrite(listener: (ms: number) => void): void;
  /** Calls the listener when this machine's clock or PostgreSQL's was changed. Ids follow PostgreSQL's. */
  onClockJump(listener: (jump: ClockJump) => void): void;
  start(): void;
  stop(): Promise<void>;
};

const PROBE_EVERY_MS = 2_000;
/** Shorter during an outage, because callers wait for its end. */
const PROBE_WHILE_OUT_MS = 250;
/** A small write may succeed on a full disk where larger ones fail, so their errors count for this long. */
const FULL_MS = 10_000;

export function createDatabaseState(config: ClientConfig): DatabaseState {
  const writes = createWriteProbe(config);
  let outage: { cause: OutageCause; since: Date } | undefined;
  let fullUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  let probing: Promise<void> | undefined;
  let running = false;
  const writeListeners: ((ms: number) => void)[] = [];
  const jumpListeners: ((jump: ClockJump) => void)[] = [];
  const listeners: ((view: DatabaseView) => void)[] = [];
  const waiters = createWaiters();
  /** The duration of past outages, and the start of the current one. */
  let pastOutMs = 0;
  let outSince = 0;
  let backAt = Number.NEGATIVE_INFINITY;

  function current(): DatabaseView {
    if (outage !== undefined) return { writable: false, ...outage, forMs: performance.now() - outSince };
    return { writable: true };
  }

  function become(cause: OutageCause | undefined): void {
    const before = outage?.cause;
    if (cause === undefined) {
      if (outage !== undefined) {
        pastOutMs += performance.now() - outSince;
        backAt = performance.now();
      }
      outage = undefined;
    } else {
      if (outage === undefined) outSince = performance.now();
      outage = { cause, since: outage?.since ?? new Date() };
    }
    if (before !== cause) for (const listener of listeners) listener(current());
    if (outage === undefined) waiters.release();
  }

  function learn({ ms, jumps }: Awaited<ReturnType<typeof writes.write>>): undefined {
    for (const listener of writeListeners) listener(ms);
    for (const jump of jumps) for (const listener of jumpListeners) listener(jump);
  }

  async function probe(): Promise<void> {
    const failure = await writes.write().then(learn, (error: unknown) => error ?? new Error('failed'));
    if (!running) return;
    if (failure !== undefined) become(probeCause(failure));
    else become(performance.now() < fullUntil ? 'full' : undefined);
  }

  function look(): Promise<void> {
    clearTimeout(timer);
    probing ??= probe().finally(() => {
      probing = undefined;
      if (!running) return;
      timer = setTimeout(() => void look(), outage === undefined ? PROBE_EVERY_MS : PROBE_WHILE_OUT_MS);
    });
    return probing;
  }

  return {
    current,
    noteFailure(error) {
      const cause = outageCause(error);
      if (cause === undefined || !running) return;
      if (isOutOfSpace(error)) {
        fullUntil = performance.now() + FULL_MS;
        become('full');
      } else if (outage === undefined) void look();
    },
    whenWritable: (limitMs) => (outage === undefined ? Promise.resolve(true) : waiters.wait(limitMs)),
    onChange(listener) {
      listeners.push(listener);
    },
    outMs: () => pastOutMs + (outage === undefined ? 0 : performance.now() - outSince),
    writableMs: () => (outage === undefined ? performance.now() - backAt : 0),
    commitWaitMs: writes.waitMs,
    onWrite(listener) {
      writeListeners.push(listener);
    },
    onClockJump(listener) {
      jumpListeners.push(listener);
    },
    start() {
      running = true;
      void look();
    },
    async stop() {
      running = false;
      clearTimeout(timer);
      await probing;
      await writes.close();
    },
  };
}

/** Callers that wait for the end of an outage. */
function createWaiters() {
  let waiting = new Set<() => void>();
  return {
    /** Resolves to true when released, or to false at the time limit. */
    wait: (limitMs: number): Promise<boolean> =>
      new Promise((resolve) => {
        const release = (): void => {
          clearTimeout(limit);
          resolve(true);
        };
        const limit = setTimeout(() => {
          waiting.delete(release);
          resolve(false);
        }, limitMs);
        waiting.add(release);
      }),
    release(): void {
      const released = waiting;
      waiting = new Set();
      for (const release of released) release();
    },
  };
}
