import { Worker } from 'node:worker_threads';
import { type Activity, currentActivity } from '../activity.ts';

// A thread that watches the main thread. While the main thread is stuck it answers nothing, not even SIGTERM, so the
// thread logs what it is stuck on, records it in the database, and ends the process.

/** A statement that records what the main thread is stuck on. */
export type StuckRecord = { text: string; values: unknown[] };

export type WatchdogSettings = {
  /** Set by the main thread, by one each time. */
  beats: SharedArrayBuffer;
  /** How long the main thread may be stuck before the process is ended. */
  limitMs: number;
  databaseUrl: string;
  /** Whether anything is logged. */
  logs: boolean;
};

/** What the thread gets when it asks the stuck main thread. */
export type StuckReport = { activity: Activity | undefined; stack: string[]; record: StuckRecord };

/** The name of the function that the thread calls on the main thread, through V8's inspector. */
export const REPORT = 'errand.stuck';

const BEAT_MS = 250;
const FRAMES_MAX = 30;

/** Starts the thread. `record` makes the statement to run when the process is about to be ended. */
export function startWatchdog({
  record,
  ...settings
}: Omit<WatchdogSettings, 'beats'> & { record(activity: Activity | undefined): StuckRecord }): {
  stop(): Promise<void>;
} {
  const beats = new SharedArrayBuffer(4);
  const counter = new Int32Array(beats);
  const timer = setInterval(() => Atomics.add(counter, 0, 1), BEAT_MS).unref();
  Reflect.set(globalThis, Symbol.for(REPORT), (): string => {
    const activity = currentActivity();
    return JSON.stringify({ activity, stack: stackOfStuck(), record: record(activity) } satisfies StuckReport);
  });
  const workerData: WatchdogSettings = { ...settings, beats };
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData, execArgv: [] });
  thread.unref();
  return {
    async stop() {
      clearInterval(timer);
      Reflect.deleteProperty(globalThis, Symbol.for(REPORT));
      await thread.terminate();
    },
  };
}

function stackOfStuck(): string[] {
  const usual = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES_MAX;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = usual;
  // Without the message, this function, its caller and the inspector's call.
  return stack
    .split('\n')
    .slice(4)
    .map((line) => line.trim());
}
