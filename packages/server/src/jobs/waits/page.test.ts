import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WaitRow } from '../record/wait-store.ts';
import { listFields, PAGE_POLICY, thanksPage, waitPage } from './page.ts';
import { readAnswerForm } from './read-form.ts';

const wait = (given: Partial<WaitRow> = {}): WaitRow =>
  ({ title: 'Refund?', body: '', evidence: [], options: null, answerSchema: null, dueAt: null, ...given }) as WaitRow;
const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });

test('nothing that a wait says can become a tag or an attribute of the page', () => {
  const evil = '"><script>alert(1)</script>';
  const schema = object({ [evil]: { enum: [evil] } });
  for (const one of [
    wait({ title: evil, body: evil, evidence: [evil], options: [evil] }),
    wait({ answerSchema: schema }),
    wait({ answerSchema: { const: evil } }),
  ])
    assert.ok(!waitPage(one).includes('<script'));
  assert.match(PAGE_POLICY, /default-src 'none'/);
  assert.doesNotMatch(PAGE_POLICY, /script-src/);
});

test('a form asks for members one by one where each is a plain value, and for JSON otherwise', () => {
  const fields = listFields(
    object({ sum: { type: 'number', title: 'How much?' }, kind: { enum: ['a', 'b'] } }, ['sum']),
  );
  assert.deepEqual(fields, [
    { name: 'sum', label: 'How much?', type: 'number', options: null, required: true },
    { name: 'kind', label: 'kind', type: 'string', options: ['a', 'b'], required: false },
  ]);
  assert.equal(listFields(null), undefined);
  assert.equal(listFields(object({})), undefined);
  assert.equal(listFields(object({ list: { type: 'array' } })), undefined);
  assert.equal(listFields(object({ any: true })), undefined);
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`f${index}`, { type: 'string' }]));
  assert.equal(listFields(object(many)), undefined);
});

test('options are a choice that must be made, and the page says by when', () => {
  const html = waitPage(wait({ options: ['approve', 'reject'], dueAt: new Date('2026-05-03T10:00:00Z') }));
  assert.equal(html.match(/type="radio" name="answer" required/g)?.length, 2);
  assert.match(html, /Answer by Sun, 03 May 2026 10:00:00 GMT/);
  assert.match(thanksPage(), /cannot be used again/);
});

test('an answer has the types of its schema, without members that were left empty', () => {
  const schema = object({ sum: { type: 'number' }, paid: { type: 'boolean' }, note: { type: 'string' } });
  const read = (...fields: [string, string][]) => readAnswerForm(wait({ answerSchema: schema }), fields);
  assert.deepEqual(read(['field.sum', '12.5'], ['field.paid', 'false'], ['field.note', ''], ['comment', 'ok']), {
    answer: { sum: 12.5, paid: false },
    comment: 'ok',
  });
  assert.deepEqual(read().answer, {});
});

test('a text that is no number and no boolean stays a text, so that the schema refuses it', () => {
  const schema = object({ sum: { type: 'number' }, paid: { type: 'boolean' } });
  const { answer } = readAnswerForm(wait({ answerSchema: schema }), [
    ['field.sum', 'twelve'],
    ['field.paid', 'perhaps'],
  ]);
  assert.deepEqual(answer, { sum: 'twelve', paid: 'perhaps' });
});

test('an option and a free answer are texts, an answer for another schema is JSON where it can be', () => {
  assert.equal(readAnswerForm(wait({ options: ['1'] }), [['answer', '1']]).answer, '1');
  assert.equal(readAnswerForm(wait(), [['answer', '{"a":1}']]).answer, '{"a":1}');
  const listed = wait({ answerSchema: { type: 'array' } });
  assert.deepEqual(readAnswerForm(listed, [['answer', '[1]']]).answer, [1]);
  assert.equal(readAnswerForm(listed, [['answer', 'no json']]).answer, 'no json');
});
