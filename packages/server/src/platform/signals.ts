// Handles Ctrl-C and similar signals. The first starts an orderly shutdown, the second reports that it is in progress,
// the third forces an exit.

/** npm forwards a Ctrl-C that the terminal has already sent to this process, so one press causes two signals. */
const samePressMs = 300;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type StopRequest = {
  requested(): boolean;
  /** Resolves at the first signal. */
  promise: Promise<void>;
};

/** How often a process that npm started looks whether npm is still there. */
const parentMs = 500;

export function awaitStopRequest(options: {
  onRepeat: () => void;
  onInsist: () => void;
  /** Stop as well when the process that started this one is gone. */
  followsParent?: boolean;
  now?: () => number;
}): StopRequest {
  const { now = () => performance.now() } = options;
  const { promise, resolve } = Promise.withResolvers<void>();
  let presses = 0;
  let lastAt = Number.NEGATIVE_INFINITY;

  function receive(): void {
    const isEcho = now() - lastAt < samePressMs;
    lastAt = now();
    if (isEcho) return;
    presses += 1;
    if (presses === 1) resolve();
    else if (presses === 2) options.onRepeat();
    else options.onInsist();
  }

  for (const signal of signals) process.on(signal, receive);
  if (options.followsParent) {
    const parent = process.ppid;
    const looking = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(looking);
      if (presses === 0) receive();
    }, parentMs);
    looking.unref();
  }
  return { requested: () => presses > 0, promise };
}
