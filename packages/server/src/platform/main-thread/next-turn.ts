import { setImmediate } from 'node:timers/promises';
import { noteResumed } from '../activity.ts';

/** Lets others go first. What follows is charged to whoever the work is for. */
export async function nextTurn(): Promise<void> {
  await setImmediate();
  noteResumed();
}
