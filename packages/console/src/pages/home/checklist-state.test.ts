import assert from 'node:assert/strict';
import { test } from 'node:test';
import { provideStorages } from '../../../test/storage.ts';
import { noteDone, setHidden } from './checklist-state.ts';

const kept = (storage: Storage, orgId: string): unknown =>
  JSON.parse(storage.getItem(`errand.checklist.${orgId}`) ?? 'null');

test('steps that are done stay done, each once, by organization', (t) => {
  const { local } = provideStorages(t);
  noteDone('one', ['agent', '']);
  noteDone('one', ['agent', 'job']);
  noteDone('two', ['key']);
  assert.deepEqual(kept(local, 'one'), { isHidden: false, done: ['agent', 'job'] });
  assert.deepEqual(kept(local, 'two'), { isHidden: false, done: ['key'] });
});

test('hiding the list keeps what was done, and nothing is written without news', (t) => {
  const { local } = provideStorages(t);
  local.setItem('errand.checklist.three', '{"done":["agent"]}');
  setHidden('three', true);
  assert.deepEqual(kept(local, 'three'), { isHidden: true, done: ['agent'] });
  local.removeItem('errand.checklist.three');
  noteDone('three', ['agent']);
  assert.equal(kept(local, 'three'), null);
});

test('a list that cannot be read counts as new', (t) => {
  const { local } = provideStorages(t);
  local.setItem('errand.checklist.four', '{nonsense');
  setHidden('four', true);
  assert.deepEqual(kept(local, 'four'), { isHidden: true, done: [] });
});
