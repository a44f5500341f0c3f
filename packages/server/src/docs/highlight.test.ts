import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highlight } from './highlight.ts';

const textOf = (html: string): string =>
  html.replace(/<[^>]+>/g, '').replace(/&#(\d+);/g, (_match, code) => String.fromCharCode(Number(code)));

test('comments, strings, numbers and words are told apart, and no sign of the code is lost', () => {
  const code = 'const a = "x // y"; // say <b>\nreturn 42 + `${a}`;';
  const html = highlight(code, 'ts');
  assert.equal(textOf(html), code);
  assert.match(html, /<span class="word">const<\/span>/);
  assert.match(html, /<span class="string">&#34;x \/\/ y&#34;<\/span>/);
  assert.match(html, /<span class="comment">\/\/ say &#60;b&#62;<\/span>/);
  assert.match(html, /<span class="number">42<\/span>/);
});

test('an address is no comment, and an unknown language is only escaped', () => {
  assert.doesNotMatch(highlight('curl http://localhost/#part', 'sh'), /comment/);
  assert.match(highlight('SELECT 1 -- one', 'sql'), /<span class="word">SELECT<\/span>.*comment/);
  assert.equal(highlight('<x>', 'brainfog'), '&#60;x&#62;');
});
