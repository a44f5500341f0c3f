import assert from 'node:assert/strict';
import { glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import { createProgram } from './program.ts';

const docs = join(import.meta.dirname, '../../../docs');
const consoleSources = join(import.meta.dirname, '../../console/src');

/** Follows the words of a command as far as they are commands. Returns what is left. */
function follow(command: Command, words: string[]): string[] {
  const [word, ...others] = words;
  const found = command.commands.find((one) => one.name() === word);
  return found === undefined ? words : follow(found, others);
}

test('every command that an empty page of the console shows exists, with its options', async () => {
  const program = createProgram();
  const wrong: string[] = [];
  let seen = 0;
  for await (const path of glob('pages/**/*.tsx', { cwd: consoleSources })) {
    const text = await readFile(join(consoleSources, path), 'utf8');
    for (const [, double, single, braces] of text.matchAll(
      /command=(?:"([^"]*)"|'([^']*)'|\{'((?:\\.|[^'\\])*)'\})/g,
    )) {
      const line = double ?? single ?? braces!;
      seen += 1;
      const words = line
        .replace(/"[^"]*"|\\?'[^']*'/g, 'value')
        .split(' ')
        .slice(1);
      let command: Command = program;
      for (const word of words) command = command.commands.find((one) => one.name() === word) ?? command;
      const options = words.filter((word) => word.startsWith('--'));
      const unknown = options.filter((option) => !command.options.some(({ long }) => long === option));
      if (command === program || unknown.length > 0) wrong.push(`${path}: ${line}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(seen >= 8, `${seen} commands`);
});

test('every command that the documentation names exists', async () => {
  const program = createProgram();
  const wrong: string[] = [];
  for (const page of (await readdir(docs)).filter((name) => name.endsWith('.md'))) {
    const text = await readFile(join(docs, page), 'utf8');
    for (const [, line = ''] of text.matchAll(/(?:`|^)errand ([a-z][^`\n]*)/gm)) {
      const words = line.split(' ').filter((word) => !word.startsWith('-'));
      const [next] = follow(program, words.slice(0, 2));
      const group = program.commands.find((one) => one.name() === words[0]);
      const isGroup = group !== undefined && group.commands.length > 0 && words.length > 1;
      // What follows a command is its arguments; what follows a group must be one of its commands.
      if (group === undefined || (isGroup && next === words[1] && /^[a-z-]+$/.test(`${next}`) && words[0] !== 'sql'))
        wrong.push(`${page}: errand ${line}`);
    }
  }
  assert.deepEqual(wrong, []);
});
