import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberWords, takeItems } from './stream-member.ts';

const value = {
  summary: 'files: ["no", {"files": 1}], \\ and "quotes"',
  more: { files: [{ relative_path: 'not this' }], n: [1, { a: [] }] },
  files: [
    { relative_path: 'SKILL.md', content: 'A "word", {a} [b]: \\ and \u{1f600}\n' },
    { relative_path: 'b.md', content: '', deep: { list: [{}, [1]] } },
  ],
  last: true,
};
const text = JSON.stringify(value);

/** However the text is cut into pieces. */
const cuts = [1, 2, 3, 7, text.length];
const pieces = (size: number): string[] => text.match(new RegExp(`[^]{1,${size}}`, 'g'))!;

test('only the value of the member is passed on, character by character, however the text is cut', () => {
  for (const size of cuts) {
    for (const member of ['files', 'summary', 'more', 'last'] as const) {
      let out = '';
      const read = memberWords(member, (words) => {
        out += words;
      });
      for (const piece of pieces(size)) read(piece);
      assert.equal(out, JSON.stringify(value[member]), `${member} in pieces of ${size}`);
    }
  }
});

test('each object of the list is handed out once, when it is complete', () => {
  for (const size of cuts) {
    const items: unknown[] = [];
    const read = memberWords(
      'files',
      takeItems((item) => items.push(item)),
    );
    const whole = pieces(size);
    for (const piece of whole.slice(0, -1)) read(piece);
    if (size === 1) assert.equal(items.length, 2, 'before the end of the answer');
    read(whole.at(-1)!);
    assert.deepEqual(items, value.files);
  }
});

test('text that is no JSON hands out nothing and does no harm', () => {
  const items: unknown[] = [];
  const read = memberWords(
    'files',
    takeItems((item) => items.push(item)),
  );
  for (const piece of ['{"files":[{oops}', ',{"a":1}]}', ']]]}}', '{"files"']) read(piece);
  assert.deepEqual(items, [{ a: 1 }]);
});
