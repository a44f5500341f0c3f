import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer, wrapSchema } from './answer-json.ts';

const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };

test('JSON is found behind a fence or a sentence', () => {
  for (const text of ['{"total": 5}', 'Here it is:\n```json\n{"total": 5}\n```', 'Sure! {"total": 5} Anything else?']) {
    assert.deepEqual(readAnswer(text, schema, { isWrapped: false }), { output: { total: 5 } }, text);
  }
});

test('a value that does not fit is reported in sentences that a model can act on', () => {
  assert.deepEqual(readAnswer('', schema, { isWrapped: false }), { problems: ['The answer is empty.'] });
  assert.deepEqual(readAnswer('no', schema, { isWrapped: false }), { problems: ['The answer is not JSON.'] });
  const answer = readAnswer('{"total": "5"}', schema, { isWrapped: false });
  assert.match('problems' in answer ? answer.problems[0]! : '', /^'total' must be of type number/);
});

test('a list travels as the only member of an object, with its references moved along', () => {
  const list = { type: 'array', items: { $ref: '#/$defs/a' }, $defs: { a: { type: 'number' } } };
  const wrapped = wrapSchema(list);
  assert.equal(wrapped.isWrapped, true);
  assert.match(JSON.stringify(wrapped.schema), /"\$ref":"#\/properties\/result\/\$defs\/a"/);
  assert.deepEqual(readAnswer('{"result": [1, 2]}', list, wrapped), { output: [1, 2] });
  assert.deepEqual(readAnswer('[1, 2]', list, wrapped), { output: [1, 2] });
});

test('an integer beyond a double keeps its digits', () => {
  const answer = readAnswer('{"total": 12345678901234567890}', schema, { isWrapped: false });
  assert.equal(JSON.stringify(answer), '{"output":{"total":12345678901234567890}}');
});
