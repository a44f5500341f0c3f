import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { runRepl } from './sql-repl.ts';

async function type(lines: string[], run: (statement: string) => Promise<string>, historyFile?: string) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const printed = text(output);
  const done = runRepl({ input, output, run, historyFile, words: async () => ['orders'] });
  for (const line of lines) input.write(`${line}\n`);
  input.end();
  await done;
  output.end();
  return printed;
}

test('a statement may span lines, and an error does not end the session', async () => {
  const given: string[] = [];
  const said = await type(['select 1', '  + 1;', 'broken;', '\\d orders', '\\q', 'select 3;'], async (statement) => {
    given.push(statement);
    if (statement === 'broken;') throw new Error('There is no broken.');
    return `ran ${given.length}`;
  });
  assert.deepEqual(given, ['select 1\n  + 1;', 'broken;', 'describe orders;']);
  assert.match(said, /ran 1[\s\S]*✗ There is no broken\.[\s\S]*ran 3/);
});

test('what was typed in an earlier session is in the history of the next', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'errand-repl-'));
  const path = join(folder, 'history');
  await writeFile(path, 'select 1;\nselect 2;');
  await type(['\\q'], async () => '', path);
  assert.equal(await readFile(path, 'utf8'), 'select 1;\nselect 2;');
  await rm(folder, { recursive: true });
});
