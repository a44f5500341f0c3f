import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLetters, readLetters, wordsOf } from './letters.ts';

const find = (wanted: string, text: string): string[] =>
  findLetters(readLetters(wanted).plain, readLetters(text)).map(({ start, end }) => text.slice(start, end));

test('words are found whatever their case, accents, blanks and punctuation', () => {
  assert.deepEqual(find('Müller GmbH & Co', 'Die MUELLER? Nein: MÜLLER  G.m.b.H. & Co. KG'), ['MÜLLER  G.m.b.H. & Co']);
  assert.deepEqual(find('Muller GmbH', 'Herr Müller, GMBH'), ['Müller, GMBH']);
  assert.deepEqual(find('Straße', 'an der STRASSE'), ['STRASSE']);
  assert.deepEqual(find('東京', '東京都'), ['東京']);
});

test('a part of a word is not the word', () => {
  assert.deepEqual(find('art', 'a cart of art'), ['art']);
  assert.deepEqual(find('12', '123 and 12'), ['12']);
});

test('words are told apart', () => {
  assert.deepEqual(wordsOf('Être-là, 2nd time'), ['etre', 'la', '2', 'nd', 'time']);
});
