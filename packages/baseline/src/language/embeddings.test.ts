import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const embeddings = new URL('./embeddings.ts', import.meta.url).href;

// Runs in separate processes, because an already loaded model would hide the start.
const embedIn = async (before: string): Promise<unknown> => {
  const script = `${before}; const { embed } = await import(${JSON.stringify(embeddings)});
    const tries = [];
    for (let at = 0; at < 2; at += 1)
      tries.push(await embed(['a sentence']).then(([vector]) => vector.length, (error) => error.message));
    console.log(JSON.stringify(tries));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
  return JSON.parse(stdout);
};

test('the model waits for its backend, however long that takes to start', async () => {
  const slow = `const start = WebAssembly.instantiate;
    WebAssembly.instantiate = async (...given) => (await new Promise((ready) => setTimeout(ready, 2_000)), start(...given))`;
  assert.deepEqual(await embedIn(slow), [512, 512]);
});

test('a model that could not be read is read again for the next text', async () => {
  const once = `const { default: files } = await import('node:fs/promises');
    const read = files.readFile;
    files.readFile = (path, ...options) => {
      if (!String(path).endsWith('vocab.json')) return read(path, ...options);
      files.readFile = read;
      return Promise.reject(new Error('too many open files'));
    }`;
  assert.deepEqual(await embedIn(once), ['too many open files', 512]);
});
