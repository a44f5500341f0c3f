import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainJsonError } from './explain-json.ts';

function explain(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    return explainJsonError(error, text);
  }
  throw new Error('It is valid.');
}

test('the place is named as people count', () => {
  assert.match(explain('{\n  "a": 1,\n  b\n}'), /line 3, column 3/);
  assert.match(
    explainJsonError(new SyntaxError('JSON.parse: bad at line 2 column 5 of the JSON data'), ''),
    /line 2, column 5/,
  );
  assert.match(explainJsonError(new SyntaxError('Unexpected token at position 4'), '{\n"a'), /line 2, column 3/);
});

test('only a text that stops too early is said to miss something at its end', () => {
  assert.match(explain('{"a": '), /end/);
  assert.doesNotMatch(explain('nope'), /end/);
});
