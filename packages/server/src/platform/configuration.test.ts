import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, checks, readInteger, readMembers, readText } from './configuration.ts';

test('an unset, empty or blank variable has its fallback; others are trimmed', () => {
  for (const env of [{}, { A: '' }, { A: '  ' }]) assert.equal(readText(env, 'A', 'fallback'), 'fallback');
  assert.equal(readText({ A: ' x ' }, 'A', 'fallback'), 'x');
});

test('a number is a whole one within its bounds, or refused with the name of its variable', () => {
  const read = (A: string): number => readInteger({ A }, 'A', 5, 1, 10);
  assert.deepEqual([read(''), read('1'), read(' 10 ')], [5, 1, 10]);
  for (const text of ['0', '11', '-1', '1.5', '1e1', '0x5', 'five'])
    assert.throws(
      () => read(text),
      (error) => error instanceof ConfigError && error.message.startsWith('A is '),
      text,
    );
});

test('members of a file are optional, of the right type, and known', () => {
  const wanted = { url: checks.url, tries: checks.count, names: checks.textList, mode: checks.oneOf(['a', 'b']) };
  assert.deepEqual(readMembers({}, 'File', wanted), {});
  const full = { url: 'https://x', tries: 1, names: ['n'], mode: 'b' };
  assert.deepEqual(readMembers(full, 'File', wanted), full);
  for (const bad of [
    null,
    [],
    'text',
    { url: 'ftp://x' },
    { url: 'https://' },
    { tries: 0 },
    { tries: 1.5 },
    { names: ['n', 1] },
    { mode: 'c' },
    { unknown: 1 },
    { toString: 1 },
  ])
    assert.throws(() => readMembers(bad, 'File', wanted), ConfigError, JSON.stringify(bad));
});
