import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWords } from './stream-words.ts';

function feed(text: string, size: number, shape = { isJson: true, isWrapped: false }, target: object = {}): string {
  let out = '';
  const words = createWords({ key: 'output', ...target }, shape, (one) => {
    assert.ok(one.isWellFormed());
    out += one;
  });
  for (let at = 0; at < text.length; at += size) words(text.slice(at, at + size));
  return out;
}

const value = {
  name: 'Zoë "Z" \\ Ünal \u{1f600}\n',
  empty: '',
  none: null,
  list: [1, 2.5, -0.001, true, [], {}, [{ a: [''] }]],
  nested: { deep: { deeper: 'x' } },
};

test('JSON becomes what is stored, whatever its white space, escapes and pieces', () => {
  const stored = JSON.stringify(value).slice(0, -1);
  const spaced = JSON.stringify(value, null, 3);
  const escaped = spaced.replace(/[^\x20-\x7e\n]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  for (const text of [spaced, escaped, `Here it is:\n\`\`\`json\n${spaced}\n\`\`\`\nDone {or not}.`])
    for (const size of [1, 2, 3, 7, 1_000]) assert.equal(feed(text, size), stored);
});

test('numbers are written as they are stored, long integers digit by digit', () => {
  const text = '{"a": 1.50, "b": 1e3, "c": 12345678901234567890, "d": -0}';
  assert.equal(feed(text, 1), '{"a":1.5,"b":1000,"c":12345678901234567890,"d":0');
});

test('a wrapped value comes without its wrapper, and one that was not wrapped as it is', () => {
  const wrapped = { isJson: true, isWrapped: true };
  for (const size of [1, 5, 1_000]) {
    assert.equal(feed('{ "result": [1, {"a": "b"}] }', size, wrapped), '[1,{"a":"b"}');
    assert.equal(feed('{ "result": "one\\ntwo" }\n```', size, wrapped), '"one\\ntwo"');
    assert.equal(feed('{ "result": 12 }', size, wrapped), '12');
    assert.equal(feed('{ "other": [1, 2], "b": 1 }', size, wrapped), '{"other":[1,2],"b":1');
  }
});

test('a text becomes the first member of the output', () => {
  const text = '  One "word"\n\u{1f600} more. \n';
  const shape = { isJson: false, isWrapped: false };
  const trimmed = JSON.stringify({ answer: text.trim() }).slice(0, -2);
  for (const size of [1, 2, 100]) {
    assert.equal(feed(text, size, shape, { member: 'answer', trims: true }), trimmed);
    assert.equal(feed(text, size, shape, { member: 'text' }), JSON.stringify({ text }).slice(0, -2));
    assert.equal(feed(text, size, shape), text);
  }
});
