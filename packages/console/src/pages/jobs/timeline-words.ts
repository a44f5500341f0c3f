import { jobStatus, type StatusEventView } from '@errand/sdk';
import { formatDuration } from '../../design/format.ts';
import { stateWords, statusWord } from '../../design/status-word.ts';
import { kindOf, readAttempts } from './job-times.ts';

/** Describes an event, with the number of the attempt. */
export function eventWord(events: readonly StatusEventView[], index: number): string {
  const { status_code: code, wait_id: wait } = events[index]!;
  if (code === jobStatus.pending) return 'Created';
  if (code !== jobStatus.started) return statusWord(code);
  if (wait !== undefined) return stateWords.waiting;
  const attempts = readAttempts(events);
  if (attempts[index] === attempts[index - 1]) return 'Continued';
  return attempts[index] === 1 ? 'Started' : `Attempt ${attempts[index]}`;
}

const words = { queued: 'queueing', waiting: 'waiting', working: 'working' };

/** Says how long it took since the previous event, and whether the job queued, waited or worked. */
export function sinceLast(events: readonly StatusEventView[], index: number): string {
  const before = events[index - 1];
  if (before === undefined) return '';
  const ms = Date.parse(events[index]!.timestamp) - Date.parse(before.timestamp);
  return `${formatDuration(Math.max(0, ms))} ${words[kindOf(before)]}`;
}
