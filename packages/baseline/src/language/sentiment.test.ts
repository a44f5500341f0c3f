import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moodOf, pickMood } from './sentiment.ts';

test('praise is above, complaint below zero, and a negation turns praise around', () => {
  assert.ok(moodOf('I love it, the staff was friendly and helpful.') > 0.3);
  assert.ok(moodOf('Terrible. It is broken and nobody helps, I want my money back.') < -0.3);
  assert.ok(moodOf('I am not happy with this.') < 0);
});

test('a mood is chosen only among options that name moods', () => {
  const text = 'Terrible. It is broken again.';
  assert.deepEqual(pickMood(['positive', 'neutral', 'negative'], text), { isMood: true, option: 'negative' });
  assert.deepEqual(pickMood(['red', 'green'], text), { isMood: false });
});

test('a text without a word of feeling has no mood, and mixed feelings are neutral', () => {
  const moods = ['positive', 'neutral', 'negative'];
  assert.equal(pickMood(moods, 'The parcel was left at number 14, we live at 41.').option, undefined);
  assert.equal(pickMood(moods, 'I love the colour, but the handle is broken.').option, 'neutral');
});
