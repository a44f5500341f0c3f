import type { DatabaseState } from '../database-state.ts';
import type { Logger } from '../log.ts';

/** Polls soon after work was found, because more often follows, and then less and less. */
const FIRST_MS = 50;

export type Loop = ReturnType<typeof createLoop>;

/**
 * Looks for work until it is stopped: at once when it is woken or when the last look says that there is more, otherwise
 * after a pause that grows up to `idleMs`. It does not look while the database accepts no writes.
 */
export function createLoop(options: {
  name: string;
  log: Logger;
  state: Pick<DatabaseState, 'current' | 'onChange'>;
  idleMs: number;
  /** Returns true if there may be more, or the time of the next look in milliseconds if that is sooner than `idleMs`. */
  look(): Promise<boolean | number>;
}) {
  const { name, log, state, idleMs, look } = options;
  let stopped = false;
  let woken = false;
  let pauseMs = FIRST_MS;
  let endPause: (() => void) | undefined;
  let running: Promise<void> | undefined;

  function wake(): void {
    woken = true;
    endPause?.();
  }

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => endPause?.(), ms);
      endPause = () => {
        clearTimeout(timer);
        endPause = undefined;
        resolve();
      };
      if (woken || stopped) endPause();
    });

  async function lookSafely(): Promise<boolean | number> {
    if (!state.current().writable) return false;
    try {
      return await look();
    } catch (error) {
      log.warn({ err: error, event: `${name}.look` }, `could not look for ${name}, will retry`);
      return false;
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      woken = false;
      const found = await lookSafely();
      if (found === true) {
        pauseMs = FIRST_MS;
        continue;
      }
      await pause(found === false ? pauseMs : Math.min(idleMs, Math.max(found, 5)));
      pauseMs = woken ? FIRST_MS : Math.min(pauseMs * 2, idleMs);
    }
  }

  return {
    wake,
    start(): void {
      running = run();
      state.onChange((view) => {
        if (view.writable) wake();
      });
    },
    async stop(): Promise<void> {
      stopped = true;
      endPause?.();
      await running;
    },
  };
}
