import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StatusEventView } from '@errand/sdk';
import { eventWord, sinceLast } from './timeline-words.ts';

const events = [0, 1, 2, 1, 3].map(
  (status_code, index): StatusEventView => ({ status_code, timestamp: `2026-01-05T10:00:0${index * 2}.000Z` }),
);

test('attempts are counted from the second on', () => {
  const words = events.map((_, index) => eventWord(events, index));
  assert.equal(new Set(words).size, 5);
  assert.match(words[3]!, /2/);
  assert.doesNotMatch(words[1]!, /\d/);
});

test('the time between events is work, queueing or waiting, and never negative', () => {
  const texts = events.map((_, index) => sinceLast(events, index));
  assert.equal(texts[0], '');
  assert.match(texts[1]!, /2\.0 s .*queueing/);
  assert.ok(texts[2]!.includes('work'));
  const back = [events[1]!, events[0]!];
  assert.match(sinceLast(back, 1), /0 ms/);
});

test('a wait is told as one, and the job continues after it', () => {
  const waited = [...events.slice(0, 2), { ...events[2]!, status_code: 1, wait_id: 'w' }, events[3]!, events[4]!];
  assert.deepEqual(
    waited.map((_, index) => eventWord(waited, index)),
    ['Created', 'Started', 'Waiting', 'Continued', 'Succeeded'],
  );
  assert.match(sinceLast(waited, 3), /waiting/);
});
