import { createRunner, type RunnerDeps } from './runner.ts';
import { createStartEvent, type StartTriggered } from './start-event.ts';

// Assembles the triggers domain for one process.

type Options = Omit<RunnerDeps, 'startEvent'> & {
  start: StartTriggered;
  /** Whether this process looks for waiting events. If not, it only receives requests. */
  runs: boolean;
};

export function createTriggerRuntime({ start, runs, ...deps }: Options) {
  const startEvent = createStartEvent(start);
  const runner = runs ? createRunner({ ...deps, startEvent }) : undefined;
  return {
    startEvent,
    start: (): void => runner?.start(),
    stop: async (): Promise<void> => runner?.stop(),
  };
}
