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
  assert.equal(pickMood(['positive', 'neutral', 'negative'], text), 'negative');
  assert.equal(pickMood(['red', 'green'], text), undefined);
});
