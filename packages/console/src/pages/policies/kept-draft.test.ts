import assert from 'node:assert/strict';
import { test } from 'node:test';
import { provideStorages } from '../../../test/storage.ts';
import { forget, type KeptDraft, keep, readKept } from './kept-draft.ts';

const draft = { name: 'a', description: '', draft: { categories: [] }, baseId: null, at: 1 } as unknown as KeptDraft;

test('a draft is kept until it is forgotten, by policy', (t) => {
  provideStorages(t);
  keep('one', draft);
  assert.deepEqual(readKept('one'), draft);
  assert.equal(readKept('two'), undefined);
  forget('one');
  assert.equal(readKept('one'), undefined);
});

test('stored text that is no draft of a policy is ignored', (t) => {
  const { local } = provideStorages(t);
  for (const text of ['{cut', 'null', '{"draft":{}}']) {
    local.setItem('errand.policy-draft.one', text);
    assert.equal(readKept('one'), undefined, text);
  }
});

test('a browser without room costs nothing but the copy', (t) => {
  const { local } = provideStorages(t);
  Object.defineProperty(local, 'setItem', {
    value: () => {
      throw new Error('full');
    },
  });
  keep('one', draft);
  assert.equal(readKept('one'), undefined);
});
