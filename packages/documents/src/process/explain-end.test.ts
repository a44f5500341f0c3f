import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type End, explainEnd } from './explain-end.ts';

const limits = { timeoutMs: 2_000, memoryBytesMax: 300 * 1024 ** 2 };
const ended = (end: Partial<End>) =>
  explainEnd({ name: 'a.pdf', killedFor: undefined, signal: null, started: true, complaint: '', ...end }, limits);

test('what we killed a process for is said with its limit', () => {
  assert.match(ended({ killedFor: 'time' }).message, /^'a\.pdf' could not be read within 2 seconds/);
  assert.match(ended({ killedFor: 'memory' }).message, /with 300 MB of memory/);
  assert.match(ended({ signal: 'SIGXCPU' }).message, /within 2 seconds/);
  assert.match(ended({ complaint: 'FATAL ERROR: heap limit Allocation failed' }).message, /300 MB of memory/);
});

test('only what the file is not to blame for is tried again', () => {
  assert.equal(ended({ started: false }).retry, true);
  assert.equal(ended({ complaint: 'unshare: unshare failed' }).retry, true);
  assert.equal(ended({ signal: 'SIGKILL' }).retry, true);
  assert.equal(ended({ killedFor: 'memory', signal: 'SIGKILL' }).retry, false);
  assert.equal(ended({ signal: 'SIGSEGV' }).retry, false);
});
