import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { writeCompletion } from './completion.ts';

const commands = [
  { path: '', words: ['run', 'jobs', '--json'] },
  { path: 'jobs', words: ['list', 'get', '--help'] },
];

test('bash completes commands, their words and options', {
  skip: spawnSync('bash', ['-c', 'true']).status !== 0 && 'no bash',
}, () => {
  const complete = (...words: string[]): string => {
    const script = `${writeCompletion('bash', commands)}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _errand; echo "\${COMPREPLY[*]}"`;
    return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim();
  };
  assert.equal(complete('errand', 'j'), 'jobs');
  assert.equal(complete('errand', 'jobs', ''), 'list get --help');
  assert.equal(complete('errand', '--json', 'jobs', 'g'), 'get');
  assert.equal(complete('errand', 'unknown', ''), '');
});

test('every shell gets every word', () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const script = writeCompletion(shell, commands);
    for (const word of ['run', 'list', 'help']) assert.ok(script.includes(word), `${shell}: ${word}`);
  }
});
