import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobStatus } from '#jobs/record/model.ts';
import { listEvents } from './events.ts';

test('events are listed by time, each with its actor', () => {
  const at = (second: number): Date => new Date(second * 1_000);
  const events = listEvents({
    found: {
      created_at: at(0),
      requested_by: 'ada',
      origin: 'api',
      events: [
        { at: 1_000, status: jobStatus.started },
        { at: 9_000, status: jobStatus.success },
      ],
    },
    steps: [{ seq: 0, key: 'ask', kind: 'model', model: 'baseline', status: 'ok', started_at: at(2), duration_ms: 5 }],
    waits: [
      {
        id: 'w1',
        kind: 'approval',
        status: 'answered',
        createdAt: at(3),
        answeredAt: at(4),
        answeredBy: { name: 'bob' },
      },
      { id: 'w2', kind: 'event', status: 'open', createdAt: at(5), answeredAt: null, answeredBy: null },
    ],
    tasks: [{ id: 't1', createdAt: at(10), reason: 'sample', round: 1, disputedAt: null, settledAt: null }],
    review: { reviewed_at: at(11), status: 'approved', reviewed_by: 'eve' },
  } as never);
  assert.deepEqual(
    events.map(({ kind }) => kind),
    [
      'accepted',
      'status started',
      'step model',
      'wait approval',
      'wait answered',
      'wait event',
      'status success',
      'review asked for',
      'review approved',
    ],
  );
  assert.deepEqual([events[0]!.by, events[4]!.by, events[8]!.by], ['ada', 'bob', 'eve']);
});
