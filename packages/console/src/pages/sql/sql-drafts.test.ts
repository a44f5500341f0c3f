import assert from 'node:assert/strict';
import { test } from 'node:test';
import { provideStorages } from '../../../test/storage.ts';
import { addDraft, closeDraft, keepDrafts, mergeDrafts, newDraft, readDrafts } from './sql-drafts.ts';

test('two tabs lose nothing: a text that both changed is kept twice', () => {
  const [a, b] = [newDraft('a'), newDraft('b')];
  const own = { drafts: [{ ...a, text: 'mine' }], openId: a.id };
  const other = { drafts: [{ ...a, text: 'theirs' }, b], openId: b.id };
  const merged = mergeDrafts(own, other, a.id);
  assert.deepEqual(
    merged.drafts.map(({ text }) => text),
    ['mine', 'theirs', 'b'],
  );
  assert.equal(mergeDrafts(merged, { ...other, drafts: [{ ...a, text: 'theirs, longer' }] }, a.id).drafts.length, 3);
  assert.equal(mergeDrafts(own, other, undefined).drafts[0]!.text, 'theirs');
});

test('closing the last text leaves an empty one; a new text replaces one that nobody has begun', () => {
  const first = newDraft();
  const state = addDraft({ drafts: [first], openId: first.id }, newDraft('select 1'));
  assert.deepEqual(
    state.drafts.map(({ text }) => text),
    ['select 1'],
  );
  assert.deepEqual(
    closeDraft(state, state.openId).drafts.map(({ text }) => text),
    [''],
  );
});

test('texts are kept over a reload, and what cannot be read leaves an empty one', (t) => {
  const { local } = provideStorages(t);
  const state = { drafts: [newDraft('select 1'), newDraft('select 2')], openId: 'gone' };
  keepDrafts(state);
  assert.deepEqual(readDrafts(), { drafts: state.drafts, openId: state.drafts[0]!.id });
  local.setItem('errand.sql-drafts', '{cut');
  assert.deepEqual(
    readDrafts().drafts.map(({ text }) => text),
    [''],
  );
});
