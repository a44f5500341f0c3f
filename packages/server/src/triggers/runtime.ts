import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import type { AlertDoor } from './alert-door.ts';
import { createRunner, type RunnerDeps } from './runner.ts';
import { createStartEvent, type StartTriggered } from './start-event.ts';

// Assembles the triggers domain for one process.

export type TriggerOptions = Omit<RunnerDeps, 'startEvent'> & {
  kit: WorkKit;
  startUnattended: StartTriggered;
  alertDoor: AlertDoor;
  /** Whether this process looks at storages. */
  runs: boolean;
};

export function createTriggerRuntime({ startUnattended, alertDoor, runs, ...deps }: TriggerOptions) {
  const startEvent = createStartEvent(startUnattended, alertDoor);
  const { work, watch } = createRunner({ ...deps, startEvent });
  return {
    startEvent,
    start(): void {
      work.start();
      if (runs) watch.start();
    },
    async stop(): Promise<void> {
      await watch.stop();
      await work.stop();
    },
  };
}
