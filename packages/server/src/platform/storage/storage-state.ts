import { isOutOfSpace } from '../errors.ts';
import { withLimit } from './deadlines.ts';
import { type Storage, StorageError } from './storage.ts';

// Whether the storage can be used, looked at in the background: probes and metrics read it from memory. What is wrong
// with it concerns runs with files only, so it never takes a process out of service.

export type StorageFault = 'full' | 'stalled' | 'unreachable' | 'failed';
export type StorageView = { usable: true } | { usable: false; fault: StorageFault; since: Date };

export type StorageState = {
  current(): StorageView;
  /** How long the last look took that found all well; undefined before the first. */
  lastCheckMs(): number | undefined;
  onChange(listener: (view: StorageView, error: unknown) => void): void;
  start(): void;
  stop(): void;
};

/** A look writes, reads and deletes an object: three paid requests of a remote store. */
const CHECK_EVERY_MS = 10_000;
/** Its end should be noticed soon. */
const CHECK_WHILE_OUT_MS = 2_000;
/** A store that takes longer for a few bytes is of no use to anybody. */
const CHECK_LIMIT_MS = 5_000;

export function createStorageState(storage: Pick<Storage, 'check'>, limitMs = CHECK_LIMIT_MS): StorageState {
  let fault: { fault: StorageFault; since: Date } | undefined;
  let lastCheckMs: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  /** A look that stalls may end hours later: no second one is sent after it. */
  let pending: Promise<void> | undefined;
  const listeners: ((view: StorageView, error: unknown) => void)[] = [];

  const current = (): StorageView => (fault === undefined ? { usable: true } : { usable: false, ...fault });

  async function look(): Promise<void> {
    const startedAt = performance.now();
    pending ??= storage.check().finally(() => {
      pending = undefined;
    });
    const error = await withLimit(pending, limitMs).then(
      () => undefined,
      (problem: unknown) => problem ?? new Error('failed'),
    );
    if (!running) return;
    if (error === undefined) lastCheckMs = performance.now() - startedAt;
    const before = fault?.fault;
    fault = error === undefined ? undefined : { fault: faultOf(error), since: fault?.since ?? new Date() };
    if (fault?.fault !== before) for (const listener of listeners) listener(current(), error);
    timer = setTimeout(() => void look(), fault === undefined ? CHECK_EVERY_MS : CHECK_WHILE_OUT_MS);
    timer.unref();
  }

  return {
    current,
    lastCheckMs: () => lastCheckMs,
    onChange(listener) {
      listeners.push(listener);
    },
    start() {
      running = true;
      void look();
    },
    stop() {
      running = false;
      clearTimeout(timer);
    },
  };
}

function faultOf(error: unknown): StorageFault {
  if (isOutOfSpace(error)) return 'full';
  if (!(error instanceof StorageError) || error.reason === 'failed') return 'failed';
  return error.reason === 'late' ? 'stalled' : 'unreachable';
}
