import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReviewTask, Wait } from '@errand/sdk';
import { arrange, isIn, isPlain } from './inbox-items.ts';

const NOW = Date.parse('2026-01-02T12:00:00Z');
const nobody = { held: new Set<string>(), leaving: new Set<string>() };

const wait = (given: Partial<Wait>): Wait =>
  ({
    id: 'w',
    kind: 'approval',
    status: 'open',
    title: 'Approve the result?',
    summary: 'amount: 250',
    about: 'Refund for order 7',
    agent_name: 'Refunds',
    agent_id: 'a',
    due_at: null,
    created_at: '2026-01-02T10:00:00Z',
    ...given,
  }) as Wait;
const task = (given: Partial<ReviewTask>): ReviewTask =>
  ({
    id: 't',
    state: 'open',
    round: 1,
    skips: [],
    summary: 'total: 12',
    about: 'invoice.pdf',
    agent_name: 'Invoices',
    agent_id: 'b',
    due_at: null,
    created_at: '2026-01-02T11:00:00Z',
    ...given,
  }) as ReviewTask;

test('content comes before kind: an approval is told by the result, a review by its values', () => {
  const [approval, review] = arrange({ waits: [wait({})], tasks: [task({})] }, nobody);
  assert.deepEqual([approval!.title, approval!.detail], ['amount: 250', 'Refund for order 7']);
  assert.deepEqual([review!.title, review!.detail], ['total: 12', 'invoice.pdf']);
  const [titled] = arrange({ waits: [wait({ title: 'Approve the result? rejected' })], tasks: [] }, nobody);
  assert.equal(titled!.title, 'rejected · amount: 250');
});

test('overdue items of every kind come first, then those due next, then the oldest', () => {
  const items = arrange(
    {
      waits: [wait({ id: 'old' }), wait({ id: 'soon', due_at: '2026-01-02T13:00:00Z' })],
      tasks: [task({ id: 'young' }), task({ id: 'late', due_at: '2026-01-02T09:00:00Z' })],
    },
    nobody,
  );
  assert.deepEqual(
    items.map(({ id }) => id),
    ['late', 'soon', 'old', 'young'],
  );
  assert.deepEqual(
    items.filter((item) => isIn('overdue', item, NOW)).map(({ id }) => id),
    ['late'],
  );
});

test('a list that names an item twice shows it once, and one that was just decided not at all', () => {
  const lists = { waits: [wait({ id: 'gone' })], tasks: [task({}), task({})] };
  assert.deepEqual(
    arrange(lists, { ...nobody, leaving: new Set(['gone']) }).map(({ id }) => id),
    ['t'],
  );
});

test('what others have reserved is apart, and groups are kinds or agents', () => {
  const reserved = task({ state: 'reserved' });
  const [theirs] = arrange({ waits: [], tasks: [reserved] }, nobody);
  const [mine] = arrange({ waits: [], tasks: [reserved] }, { ...nobody, held: new Set(['t']) });
  assert.deepEqual(
    [isIn('all', theirs!, NOW), isIn('reserved', theirs!, NOW), isIn('all', mine!, NOW)],
    [false, true, true],
  );
  assert.deepEqual([isIn('b', mine!, NOW), isIn('reviews', mine!, NOW), isIn('a', mine!, NOW)], [true, true, false]);
});

test('second reviews and skipped ones are only opened next by the server, which knows who may do them', () => {
  const [second, skipped, plain] = ['second', 'skipped', 'plain'].map((id) => task({ id }));
  second!.round = 2;
  skipped!.skips = [{ by: 'Ada', reason: 'x', at: '' }];
  const items = arrange({ waits: [], tasks: [second!, skipped!, plain!] }, nobody);
  assert.deepEqual(
    items.filter(isPlain).map(({ id }) => id),
    ['plain'],
  );
});
