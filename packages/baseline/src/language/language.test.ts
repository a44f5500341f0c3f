import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cuesFor } from './cues.ts';
import { closeness, embed } from './embeddings.ts';
import { loadChrono, loadCompromise } from './libraries.ts';

test('a common category has words that speak for it; other words have none', () => {
  assert.ok(cuesFor('billing question').includes('charged'));
  assert.ok(cuesFor('billing question').includes('could you please'), 'words of both categories');
  assert.deepEqual(cuesFor('purple'), []);
  assert.deepEqual(cuesFor('rebilling'), [], 'a part of a word is not the word');
});

test('closeness is between 0 and 1, whatever the vectors are', () => {
  assert.equal(closeness([1, 0], [1, 0]), 1);
  assert.equal(closeness([1, 0], [0, 1]), 0);
  assert.equal(closeness([1, 0], [-1, 0]), 0);
  assert.equal(closeness([2, 0], [2, 0]), 1);
  assert.equal(closeness([1, 1], [1]), 1);
  assert.equal(closeness([], [1]), 0);
});

test('an empty text means nothing, and no network is loaded for it', async () => {
  assert.deepEqual(await embed(['', '  \n ']), [[], []]);
  assert.deepEqual(await embed([]), []);
});

test('the libraries are the ones that the rules were made for', () => {
  assert.ok(loadCompromise()('Ada Lovelace went to London.').people().out('array').length > 0);
  assert.equal(loadChrono().parseDate('2026-05-03')?.getUTCFullYear(), 2026);
});
