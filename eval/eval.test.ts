import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBaseline } from '../packages/baseline/src/baseline.ts';
import { readDocuments } from './documents.ts';
import { evaluate } from './evaluate.ts';
import { judgePlain } from './plain/plain.ts';
import { rates, scoreAnswer } from './score.ts';

/** Slightly below what the rules reach, so that a change that loses more is noticed. Given values must be right. */
const precisionMin = 0.98;
const recallMin = 0.9;

test('the built-in model finds what it found in the development half', async () => {
  const { fillSchema, stop } = createBaseline({ threadsMax: 1 });
  try {
    const { development } = await evaluate((text, schema) => fillSchema(text, { schema }), { parts: ['development'] });
    assert.equal(development.documents, 48);
    const { precision, recall } = rates(development.total);
    const found = `${precision.toFixed(3)} ${recall.toFixed(3)}: ${JSON.stringify(development.mistakes.slice(0, 10))}`;
    assert.ok(precision >= precisionMin && recall >= recallMin, found);
  } finally {
    await stop();
  }
});

test('texts in unusual styles give what they gave', async () => {
  const { fillSchema, stop } = createBaseline({ threadsMax: 1 });
  try {
    const { later } = await evaluate((text, schema) => fillSchema(text, { schema }), { parts: ['later'] });
    const { precision, recall } = rates(later.total);
    assert.ok(precision >= 0.95 && recall >= 0.76, `${precision.toFixed(3)} ${recall.toFixed(3)}`);
  } finally {
    await stop();
  }
});

test('plain texts with required fields succeed as often as they did, and no value is wrong and sure', async () => {
  const { texts, succeeded, given, right, sureAndWrong, mistakes } = await judgePlain('texts.json');
  assert.ok(texts === 26 && succeeded >= 20 && right / given >= 0.97 && sureAndWrong === 0, mistakes.join('\n'));
});

test('the set has 16 documents of each kind, half of them for testing, and 2 fresh ones', async () => {
  const documents = await readDocuments();
  for (const kind of ['alert', 'cv', 'email', 'invoice', 'news', 'ticket']) {
    const ofKind = documents.filter((one) => one.kind === kind);
    const count = (part: string): number => ofKind.filter((one) => one.part === part).length;
    assert.deepEqual([count('development'), count('test'), count('fresh')], [8, 8, 2], kind);
  }
});

test('an answer is counted strictly', () => {
  const count = (expected: unknown, given: unknown) => scoreAnswer({ a: expected }, { a: given }).scores.get('a');
  assert.deepEqual(count('Acme Ltd', ' acme  LTD. '), { right: 1, given: 1, expected: 1 });
  assert.deepEqual(count('Acme Ltd', 'Acme'), { right: 0, given: 1, expected: 1 });
  assert.deepEqual(count(10, 10.01), { right: 0, given: 1, expected: 1 });
  assert.deepEqual(count(null, 'x'), { right: 0, given: 1, expected: 0 });
  assert.deepEqual(count(false, undefined), { right: 0, given: 0, expected: 1 });
  assert.deepEqual(count(['a', 'b'], ['b', 'c', 'b']), { right: 1, given: 3, expected: 2 });
  const rows = scoreAnswer(
    {
      a: [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
      ],
    },
    {
      a: [
        { x: 3, y: 5 },
        { x: 1, y: 2 },
      ],
    },
  ).scores;
  assert.deepEqual(rows.get('a.x'), { right: 2, given: 2, expected: 2 });
  assert.deepEqual(rows.get('a.y'), { right: 1, given: 2, expected: 2 });
});
