import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJobQuery } from './job-query.ts';
import { readSpanMs } from './query-language.ts';

const short = (text: string) => {
  const { terms, problem } = parseJobQuery(text);
  assert.equal(problem, undefined, problem?.message);
  return terms.map(({ field, path, operator, values, negated }) =>
    [negated ? '-' : '', [field, ...path].join('.'), operator, values.map((value) => value.text).join('|')].join(' '),
  );
};

test('terms have a field, a path, a comparison, alternatives and a minus', () => {
  assert.deepEqual(short('status:failure,cancelled agent:"Invoice reader" -model:gpt* cost:>0.5 since:24h'), [
    ' status = failure|cancelled',
    ' agent = Invoice reader',
    '- model = gpt*',
    ' cost > 0.5',
    ' since = 24h',
  ]);
  assert.deepEqual(short('output.total:>=500 metadata.case:A-17 input."order id".no:7 -"two words" acme, inc'), [
    ' output.total >= 500',
    ' metadata.case = A-17',
    ' input.order id.no = 7',
    '- text = two words',
    ' text = acme,',
    ' text = inc',
  ]);
  assert.deepEqual(short('  '), []);
});

test('a star is a pattern only outside of quotation marks, which a backslash escapes', () => {
  const values = (text: string) => parseJobQuery(text).terms[0]!.values;
  assert.deepEqual(values('agent:Inv*'), [{ text: 'Inv*', isPattern: true }]);
  assert.deepEqual(values('agent:"Inv* \\"x\\""'), [{ text: 'Inv* "x"', isPattern: false }]);
});

test('a mistake is reported with its place, and with the words that are known', () => {
  const problem = (text: string) => parseJobQuery(text).problem!;
  assert.deepEqual([problem('cost:1 statsu:failure').at, problem('cost:1 statsu:failure').word], [7, 'statsu']);
  assert.ok(problem('-statsu:failure').known!.includes('status'));
  assert.deepEqual([problem('status:failed').at, problem('status:failed').word], [7, 'failed']);
  for (const [text, at, message] of [
    ['status:', 7, /missing/],
    ['status:a,', 9, /missing after the comma/],
    ['agent:"open', 6, /not closed/],
    ['cost:much', 5, /not a number/],
    ['duration:>soon', 10, /not a duration/],
    ['from:yesterday', 5, /not a time/],
    ['status:>failure', 0, /cannot be compared/],
    ['status.x:failure', 0, /no parts/],
    ['output:>5', 0, /name of a value is required/],
    ['https://example.org', 0, /quotation marks/],
  ] as const) {
    assert.equal(problem(text).at, at, text);
    assert.match(problem(text).message, message, text);
  }
  assert.match(problem('a '.repeat(40)).message, /At most 30/);
});

test('a length of time has a unit, seconds when there is none', () => {
  assert.deepEqual(['500ms', '2', '1.5h', '7d', '5x', ''].map(readSpanMs), [
    500,
    2_000,
    5_400_000,
    604_800_000,
    undefined,
    undefined,
  ]);
});
