import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mark } from '../../packages/baseline/src/trust/model.ts';
import { rates } from '../score.ts';
import { generateDocuments, halves } from './documents.ts';
import { makeLies } from './liar.ts';
import { countAnswer, countMarks, emptyFigures, isRight, valueAt } from './measure.ts';
import { readGenerated } from './read.ts';

test('there are at least 12 kinds in five languages and three forms, and no document is in both halves', () => {
  const documents = generateDocuments();
  const count = (key: 'kind' | 'language' | 'form' | 'layout') => new Set(documents.map((one) => one[key])).size;
  assert.ok(count('kind') >= 12);
  assert.deepEqual([count('language'), count('form'), count('layout')], [5, 3, 4]);
  const texts = halves.map((half) => new Set(generateDocuments({ half }).map(({ lines }) => lines.join('\n'))));
  assert.equal(texts[0]!.union(texts[1]!).size, documents.length);
  assert.deepEqual(generateDocuments()[7], documents[7], 'the same on every run');
});

test('a PDF and its text say the same', async () => {
  const document = generateDocuments({ half: 'tuning', kind: 'invoice' }).find(({ form }) => form === 'pdf')!;
  const { text } = await readGenerated(document);
  const plain = (words: string) => words.normalize('NFKD').replace(/[^\p{L}\d]/gu, '');
  for (const { description } of document.truth.items as { description: string }[])
    assert.ok(plain(text).includes(plain(description)), description);
});

test('the judge finds planted faults: a wrong field, a wrong cell, a missing row', () => {
  const [document] = generateDocuments({ half: 'tuning', kind: 'invoice' });
  const judge = (answer: unknown) => {
    const figures = emptyFigures();
    countAnswer(figures, document!, answer);
    return { fields: rates(figures.fields), cells: rates(figures.cells) };
  };
  const { truth } = document!;
  const items = truth.items as Record<string, unknown>[];
  assert.deepEqual([judge(truth).fields.precision, judge(truth).cells.f1], [1, 1]);
  assert.ok(judge({ ...truth, total: 1 }).fields.precision < 1);
  assert.ok(judge({ ...truth, items: [{ ...items[0], amount: 1 }, ...items.slice(1)] }).cells.precision < 1);
  const short = judge({ ...truth, items: items.slice(1) }).cells;
  assert.deepEqual([short.precision, short.recall < 1], [1, true]);
});

test('the liar lies: what it calls a lie is not the truth, and everything else is', () => {
  for (const document of generateDocuments({ half: 'tuning' }).filter(({ form }) => form === 'text')) {
    const told = makeLies(document.truth, document.seed, document.lines.join('\n'));
    assert.ok(told.lies.size >= 0);
    for (const pointer of told.lies.keys()) assert.equal(isRight(document.truth, told.value, pointer), false, pointer);
    assert.equal(valueAt(told.value, '/nothing/there'), undefined);
  }
});

test('the figures show a judge of marks that is asleep or suspects everything', () => {
  const documents = generateDocuments({ half: 'tuning', kind: 'claim' });
  const figures = (status: Mark['status'], confidence: number) => {
    const counted = emptyFigures();
    for (const document of documents) {
      const told = makeLies(document.truth, document.seed, document.lines.join('\n'));
      const marks = Object.keys(document.truth).map(
        (name): Mark => ({ field: `/${name}`, status, confidence, ground: 'text-bare' }),
      );
      countMarks(counted, document, told, marks);
    }
    const lies = [...counted.lies.values()];
    return {
      flagged: lies.reduce((sum, one) => sum + one.flagged, 0),
      lies: lies.reduce((sum, one) => sum + one.count, 0),
      truths: counted.truths,
    };
  };
  const asleep = figures('found', 1);
  assert.ok(asleep.lies > 0);
  assert.deepEqual([asleep.flagged, asleep.truths.flagged], [0, 0]);
  const suspicious = figures('unsupported', 0);
  assert.deepEqual([suspicious.flagged, suspicious.truths.flagged], [suspicious.lies, suspicious.truths.count]);
});
