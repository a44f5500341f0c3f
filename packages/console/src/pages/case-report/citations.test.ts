import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOf, reportText, splitSentences } from './citations.ts';

test('a paragraph becomes sentences, and amounts stay whole', () => {
  assert.deepEqual(splitSentences('Twelve transfers of 9,900.50 EUR arrived. Nobody could say why.\n'), [
    'Twelve transfers of 9,900.50 EUR arrived.',
    'Nobody could say why.',
  ]);
  assert.deepEqual(splitSentences('  '), []);
});

test('a citation of something that the case has lost is named by its kind', () => {
  const sources = [{ kind: 'note' as const, id: 'a', label: 'Note: a wage' }];
  assert.equal(nameOf(sources, { kind: 'note', id: 'a' }), 'Note: a wage');
  assert.equal(nameOf(sources, { kind: 'alert', id: 'a' }), 'alert');
});

test('the text of a report has titles and sentences, and nothing else', () => {
  const sentence = (text: string) => ({
    text,
    citations: [],
    supported: false,
    status: 'unsupported' as const,
    problem: 'It cites nothing.',
  });
  const sections = [
    { key: 'a', title: 'Facts', sentences: [sentence('One.'), sentence('Two.')] },
    { key: 'b', title: 'Why', sentences: [] },
  ];
  assert.equal(reportText({ sections }), 'Facts\nOne. Two.\n\nWhy');
});
