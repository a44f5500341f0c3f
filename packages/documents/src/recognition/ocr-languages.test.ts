import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf, latinLanguages, loadLanguage, otherScripts, toPackCode } from './ocr-languages.ts';

test('recognition data is there for every language that is offered, at least twelve', async () => {
  const all = [...latinLanguages, ...otherScripts];
  assert.ok(all.length >= 12);
  for (const code of all) assert.ok((await loadLanguage(code)).data.length > 10_000, code);
});

test('a language that is none, or has no data, is refused with what to do', async () => {
  await assert.rejects(loadLanguage('../../etc'), /ISO 639-3/);
  await assert.rejects(loadLanguage('tlh'), /package @tesseract\.js-data\/tlh/);
});

test('other spellings of a language are the same language', () => {
  assert.deepEqual(['ZHO', 'nob', 'deu'].map(toPackCode), ['chi_sim', 'nor', 'deu']);
});

test('a language is told by enough words, and not by a few', () => {
  assert.equal(languageOf('Sehr geehrte Damen und Herren, wir bestätigen den Eingang Ihrer Zahlung.'), 'deu');
  assert.equal(languageOf('We confirm that we have received your payment, thank you very much.'), 'eng');
  assert.equal(languageOf('Total 12'), undefined);
});
