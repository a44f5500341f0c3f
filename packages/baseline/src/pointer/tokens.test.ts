import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readVocabulary, tokenize } from './tokens.ts';

const file = readFileSync(fileURLToPath(import.meta.resolve('@errand/reader-weights/words.txt')), 'utf8');
const vocabulary = readVocabulary(file);
const words = file.trimEnd().split('\n');
const piecesOf = (text: string) => tokenize(text, vocabulary).map(({ id }) => words[id]);

test('words are split as the network was taught: lower case, no accents, each sign alone, longest piece first', () => {
  assert.deepEqual(piecesOf('The Café sold "Glühwein".'), [
    'the',
    'cafe',
    'sold',
    '"',
    'g',
    '##lu',
    '##h',
    '##wei',
    '##n',
    '"',
    '.',
  ]);
  assert.deepEqual(piecesOf('£1,350 a month'), ['£1', ',', '350', 'a', 'month']);
  assert.deepEqual(piecesOf('  \n'), []);
});

test('every piece has its place in the given text', () => {
  const text = 'Élise paid\u00a0€ 40 to\tŁukasz – twice.';
  for (const { start, end } of tokenize(text, vocabulary))
    assert.ok(start < end && text.slice(start, end).trim() !== '');
  const places = tokenize(text, vocabulary)
    .map(({ start, end }) => text.slice(start, end))
    .join('');
  assert.equal(places, text.replace(/\s/g, ''));
});

test('what no piece is known for is one unknown word', () => {
  assert.deepEqual(piecesOf('漢字 x'), ['[UNK]', 'x']);
  assert.deepEqual(piecesOf('y'.repeat(500)), ['[UNK]']);
});
