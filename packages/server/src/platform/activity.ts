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
  /** Called when what the code waited for is there, before it goes on. */
  onResumed?: () => void;
};

const activities = new AsyncLocalStorage<Activity>();

/** What is done within something else is paid for by the same one, unless it has a payer of its own. */
export const during = <T>(activity: Activity, act: () => T): T => {
  const onResumed = activity.onResumed ?? activities.getStore()?.onResumed;
  return activities.run(onResumed === undefined ? activity : { ...activity, onResumed }, act);
};

export const currentActivity = (): Activity | undefined => activities.getStore();

/** What the code that runs now has waited for is there. */
export const noteResumed = (): void => activities.getStore()?.onResumed?.();
