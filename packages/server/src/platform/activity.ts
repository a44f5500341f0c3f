import { AsyncLocalStorage } from 'node:async_hooks';

// What the code that runs now works on: a job, a request, a statement or a piece of leased work. It follows the code
// through its promises, so that a stuck main thread can be named (watchdog/).

export type Activity = {
  kind: 'job' | 'request' | 'statement' | 'work';
  /** The id of the job, request, statement or row. */
  id: string;
  /** What it does, such as a route or a kind of work. */
  name?: string | undefined;
  org?: string | undefined;
  /** The claim under which a job runs. */
  claim?: number;
  /** Called when the database has answered, before the code goes on. */
  onResumed?: () => void;
};

const activities = new AsyncLocalStorage<Activity>();

export const during = <T>(activity: Activity, act: () => T): T => activities.run(activity, act);

export const currentActivity = (): Activity | undefined => activities.getStore();

/** The database has answered the code that runs now. */
export const noteResumed = (): void => activities.getStore()?.onResumed?.();
