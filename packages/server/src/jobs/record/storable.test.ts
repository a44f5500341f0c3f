import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortText, storableJson, storableText } from './storable.ts';

test('text keeps everything but NUL and halves of surrogate pairs', () => {
  assert.equal(
    storableText('Grüße 😀 \\u0000 \\ud800'),
    'Grüße 😀 \\u0000 \\ud800',
    'the text of an escape is only text',
  );
  assert.equal(storableText('a\u0000b'), 'a\ufffdb');
  assert.equal(storableText('a\ud800b\udc00'), 'a\ufffdb\ufffd');
});

test('text that is cut never ends in half a character', () => {
  assert.equal(shortText('abc', 5), 'abc');
  assert.equal(shortText('ab😀', 3), 'ab\ufffd');
});

test('JSON loses exactly the escapes that PostgreSQL cannot read', () => {
  assert.equal(storableJson({ a: 'x\u0000', '\ud800': 1 }), '{"a":"x\\ufffd","\\ufffd":1}');
  assert.equal(storableJson(['😀', '\\u0000', '\\\u0000']), '["😀","\\\\u0000","\\\\\\ufffd"]');
  assert.equal(storableJson(undefined), 'null');
});
