import assert from 'node:assert/strict';
import { type Event, type EventReader, readEvents } from '../event-client.ts';
import type { Harness, TestOrg } from '../harness.ts';

// A reader of a job's words.

export const watchJob = (
  { baseUrl }: Harness,
  { apiKey }: TestOrg,
  jobId: string,
  lastEventId?: string,
): Promise<EventReader> =>
  readEvents(`${baseUrl}/v1/agents/jobs/${jobId}/events/`, {
    headers: { authorization: `Bearer ${apiKey}`, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
  });

export const isDelta = ({ event }: Event): boolean => event === 'delta';
export const deltas = (events: Event[]): Event[] => events.filter(isDelta);
export const restarts = (events: Event[]): Event[] => events.filter(({ event }) => event === 'restart');

/** What a reader shows that follows the rules: a delta continues, a restart begins anew. */
export function shown(events: Event[], key = 'output'): string {
  let value = '';
  for (const { event, data } of events) {
    if (event === 'restart') value = '';
    if (event !== 'delta') continue;
    assert.equal(data.offset, value.length, 'a delta is missing or came twice');
    assert.equal(data.key, key);
    value += data.text;
  }
  return value;
}
