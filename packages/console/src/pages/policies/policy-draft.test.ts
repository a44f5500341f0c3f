import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffWords } from '../../design/word-diff.ts';
import { listProblems, moved, newRule, readPolicy, writePolicy } from './policy-draft.ts';

test('reading and writing a policy keeps what the forms do not show', () => {
  const content = {
    guidelines: {
      note: 'kept',
      categories: [
        {
          title: 'A',
          weight: 3,
          rules: [{ title: 'R', flag: 'RED_FLAG', extra: true, sub_rules: [{ title: 'S', x: 1 }] }],
        },
      ],
    },
    instructions: 'Judge.',
    dispositions: { classifications: [{ name: 'ok', color: 'green' }], default: 'ok' },
    summary_template: { template: '{{verdict}}', language: 'en' },
    optional: { sar_narrative_template: { template: 'T' }, other: [1] },
    custom: { a: 1 },
  };
  assert.deepEqual(writePolicy(readPolicy(content)), content);
  for (const odd of [{}, { guidelines: 'plain text' }, { instructions: 'only' }, { custom: 1 }])
    assert.deepEqual(writePolicy(readPolicy(odd)), odd);
});

test('problems that the service would refuse are named before anything is sent', () => {
  const draft = readPolicy({
    guidelines: { categories: [{ title: '', rules: [{ title: 'R' }, { title: 'r ' }] }] },
    dispositions: { classifications: [{ name: 'ok' }, { name: 'OK' }, { name: '' }] },
  });
  assert.deepEqual(
    listProblems(draft).map(({ message }) => message),
    [
      'Give the category a title.',
      'Another rule of this category has the same title.',
      'Another verdict has the same name.',
      'Give the verdict a name.',
    ],
  );
});

test('moving past an end changes nothing', () => {
  assert.deepEqual(moved(['a', 'b'], 0, -1), ['a', 'b']);
  assert.deepEqual(moved(['a', 'b'], 0, 1), ['b', 'a']);
  assert.notEqual(newRule().key, newRule().key);
});

test('texts differ by words; very long ones as a whole', () => {
  assert.deepEqual(diffWords('Weapons are bad.', 'Weapons or parts are bad.'), [
    { kind: 'same', text: 'Weapons ' },
    { kind: 'added', text: 'or parts ' },
    { kind: 'same', text: 'are bad.' },
  ]);
  assert.deepEqual(diffWords('same', 'same'), [{ kind: 'same', text: 'same' }]);
  const long = 'word '.repeat(2_000);
  assert.equal(diffWords(long, `${long}more`).length, 2);
});
