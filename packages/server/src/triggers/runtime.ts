import type { DeskDeps } from '#case-desk/desk.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import { createRunner, type RunnerDeps } from './runner.ts';
import { createSendAlert } from './send-alert.ts';
import { createStartEvent, type StartTriggered } from './start-event.ts';

// Assembles the triggers domain for one process.

export type TriggerOptions = Omit<RunnerDeps, 'startEvent'> & {
  kit: WorkKit;
  startUnattended: StartTriggered;
  onAlert: DeskDeps['onAlert'];
  webhooks: Pick<DeskDeps, 'wake'>;
  /** Whether this process looks at storages. */
  runs: boolean;
};

export function createTriggerRuntime({ startUnattended, onAlert, webhooks, runs, ...deps }: TriggerOptions) {
  const { database } = deps;
  const startEvent = createStartEvent(startUnattended, createSendAlert({ database, onAlert, wake: webhooks.wake }));
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
