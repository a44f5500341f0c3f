import { isOutOfSpace } from '../errors.ts';
import { withLimit } from './deadlines.ts';
import { type Storage, StorageError } from './storage.ts';

// Checks in the background whether the storage can be used. Probes and metrics read the state from memory. A storage
// fault affects only runs with files, so it never takes a process out of service.

export type StorageFault = 'full' | 'stalled' | 'unreachable' | 'failed';
export type StorageView = { usable: true } | { usable: false; fault: StorageFault; since: Date };

export type StorageState = {
  current(): StorageView;
  /** Returns the duration of the last successful check. Undefined before the first. */
  lastCheckMs(): number | undefined;
  onChange(listener: (view: StorageView, error: unknown) => void): void;
  start(): void;
  stop(): void;
};

/** Not more often, because a check writes, reads and deletes an object: three paid requests to a remote store. */
const CHECK_EVERY_MS = 10_000;
/** A place that costs nothing to look at is looked at in between. */
const VERIFY_EVERY_MS = 1_000;
/** More often during an outage, to notice its end soon. */
const CHECK_WHILE_OUT_MS = 2_000;
/** A store that takes longer for a few bytes is unusable. */
const CHECK_LIMIT_MS = 5_000;

export function createStorageState(storage: Pick<Storage, 'check' | 'verify'>, limitMs = CHECK_LIMIT_MS): StorageState {
  let fault: { fault: StorageFault; since: Date } | undefined;
  let lastCheckMs: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let checkedAt = Number.NEGATIVE_INFINITY;
  /** A stalled check may end hours later. No second one starts until then. */
  let pending: Promise<void> | undefined;
  const listeners: ((view: StorageView, error: unknown) => void)[] = [];

  const current = (): StorageView => (fault === undefined ? { usable: true } : { usable: false, ...fault });

  async function look(): Promise<void> {
    const startedAt = performance.now();
    const isFull = storage.verify === undefined || fault !== undefined || startedAt - checkedAt >= CHECK_EVERY_MS;
    if (isFull) checkedAt = startedAt;
    pending ??= (isFull ? storage.check() : storage.verify!()).finally(() => {
      pending = undefined;
    });
    const error = await withLimit(pending, limitMs).then(
      () => undefined,
      (problem: unknown) => problem ?? new Error('failed'),
    );
    if (!running) return;
    if (error === undefined && isFull) lastCheckMs = performance.now() - startedAt;
    const before = fault?.fault;
    fault = error === undefined ? undefined : { fault: faultOf(error), since: fault?.since ?? new Date() };
    if (fault?.fault !== before) for (const listener of listeners) listener(current(), error);
    const pauseMs = storage.verify === undefined ? CHECK_EVERY_MS : VERIFY_EVERY_MS;
    timer = setTimeout(() => void look(), fault === undefined ? pauseMs : CHECK_WHILE_OUT_MS);
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
