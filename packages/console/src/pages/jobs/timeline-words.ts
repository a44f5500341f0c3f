import { jobStatus, type StatusEventView } from '@errand/sdk';
import { formatDuration } from '../../design/format.ts';
import { statusWord } from '../../design/status-word.ts';

/** Describes an event, with the number of the attempt. */
export function eventWord(events: readonly StatusEventView[], index: number): string {
  const { status_code: code } = events[index]!;
  if (code === jobStatus.pending) return 'Created';
  if (code !== 1) return statusWord(code);
  const attempts = events.slice(0, index + 1).filter((event) => event.status_code === jobStatus.started).length;
  return attempts === 1 ? 'Started' : `Attempt ${attempts}`;
}

/** Says how long it took since the previous event, and whether the job waited or worked. */
export function sinceLast(events: readonly StatusEventView[], index: number): string {
  const before = events[index - 1];
  if (before === undefined) return '';
  const ms = Date.parse(events[index]!.timestamp) - Date.parse(before.timestamp);
  return `${formatDuration(Math.max(0, ms))} ${before.status_code === jobStatus.started ? 'working' : 'waiting'}`;
}
