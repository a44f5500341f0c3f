import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cuesFor } from './cues.ts';
import { closeness, embed } from './embeddings.ts';
import { loadChrono, loadCompromise } from './libraries.ts';
import { groups } from './thesaurus.ts';
import { splitWords } from './words.ts';

test('a common category has words that speak for it; other words have none', () => {
  assert.ok(cuesFor('billing question').includes('charged'));
  assert.ok(cuesFor('billing question').includes('could you please'), 'words of both categories');
  assert.deepEqual(cuesFor('purple'), []);
  assert.deepEqual(cuesFor('rebilling'), [], 'a part of a word is not the word');
});

test('every group of the thesaurus has a name, and no phrase is strong and weak in one group', () => {
  assert.ok(groups.length > 100);
  for (const { strong, weak } of groups) {
    assert.ok(strong.length > 0);
    assert.deepEqual(
      strong.filter((phrase) => weak.includes(phrase)),
      [],
      strong[0],
    );
  }
});

test('phrases of the thesaurus are written as words of a text are compared, or they could never match', () => {
  const unreadable = groups
    .flatMap(({ strong, weak }) => [...strong, ...weak])
    .filter(
      (phrase) => splitWords(phrase).length === 0 || phrase !== phrase.toLowerCase() || /[^a-z0-9 ]/.test(phrase),
    );
  assert.deepEqual(unreadable, []);
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
