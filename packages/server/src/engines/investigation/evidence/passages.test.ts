import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isQuotedFrom, normalize, splitPassages } from './passages.ts';

test('a quotation counts whatever happened to blanks, quotes and dashes on the way', () => {
  const text = normalize('The blade\n  is “fixed” – 18 cm\u200b long.');
  for (const quote of ['the blade is "fixed"', 'is  “fixed”\t- 18 CM', 'fixed” – 18 cm long.'])
    assert.ok(isQuotedFrom(normalize(quote), text), quote);
  for (const quote of ['the blade is loose', 'fixed', 'a', ''])
    assert.ok(!isQuotedFrom(normalize(quote), text), JSON.stringify(quote));
  assert.ok(isQuotedFrom(normalize('Knife'), normalize(' knife ')), 'a short text can be quoted whole');
});

test('a quotation is whole words, at least two of them', () => {
  const text = normalize('This toy is unsafe for children.\nUnquestionably cheap. 这把刀的刀刃固定，长十八厘米。');
  for (const quote of ['safe for children', 'is unsafe for child', 'unquestionably', 'Toy … cheap', '刀刃固定'])
    assert.ok(!isQuotedFrom(normalize(quote), text), quote);
  for (const quote of ['unsafe for children', 'Unquestionably cheap', '这把刀的刀刃固定'])
    assert.ok(isQuotedFrom(normalize(quote), text), quote);
});

test('passages are sentences and lines as they stand, and a long one is cut at a blank', () => {
  assert.deepEqual(splitPassages('One. Two!\n\nThree'), ['One.', 'Two!', 'Three']);
  const long = 'word '.repeat(200).trim();
  const parts = splitPassages(long);
  assert.ok(parts.length > 1 && parts.every((part) => part.length <= 400 && long.includes(part)));
  assert.equal(splitPassages('x'.repeat(1_000_000)).length, 2_500);
});
