import assert from 'node:assert/strict';
import { test } from 'node:test';
import { provideStorages } from '../../../test/storage.ts';
import { readViews, removeView, saveView } from './saved-views.ts';

const names = (orgId: string): string[] => readViews(orgId).map(({ name }) => name);

test('a view replaces the one of its name, and organizations keep theirs apart', (t) => {
  provideStorages(t);
  saveView('one', { name: 'failures', search: { status: 'failure' } });
  saveView('one', { name: 'costly', search: { cost_min: 1 } });
  saveView('one', { name: 'failures', search: { status: 'failure,cancelled' } });
  assert.deepEqual(names('one'), ['costly', 'failures']);
  assert.equal(readViews('one')[1]!.search.status, 'failure,cancelled');
  assert.deepEqual(names('two'), []);
  removeView('one', 'costly');
  assert.deepEqual(names('one'), ['failures']);
});

test('at most thirty views are kept, the newest', (t) => {
  provideStorages(t);
  for (let number = 1; number <= 31; number++) saveView('one', { name: `view ${number}`, search: {} });
  assert.equal(names('one').length, 30);
  assert.ok(!names('one').includes('view 1'));
});

test('an entry that is no view is skipped', (t) => {
  const { local } = provideStorages(t);
  local.setItem('errand.job-views.one', '{nonsense');
  assert.deepEqual(names('one'), []);
  local.setItem('errand.job-views.one', '[null, {"name": 7}, {"name": "fine", "search": {"status": "failure"}}]');
  assert.deepEqual(names('one'), ['fine']);
});
