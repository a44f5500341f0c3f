import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskView } from './task-view.ts';

const at = new Date('2026-01-02T03:04:05Z');
const row = {
  state: 'done',
  isBlind: true,
  decidedBy: { userId: 1, keyId: null, name: 'Ada' },
  decidedAt: at,
  createdAt: at,
  agrees: true,
  reservedBy: null,
  skips: [],
} as never;

test('a second reviewer does not see what the first one decided, and everybody sees their own decision', () => {
  assert.equal(taskView(row, { userId: 2, keyId: null }).decision, null);
  assert.equal(taskView(row, { userId: 1, keyId: null }).decision!.by, 'Ada');
});
