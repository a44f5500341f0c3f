import assert from 'node:assert/strict';
import { test } from 'node:test';
import { savedName } from './saved-name.ts';

const id = (last: string, kind: string): string => `d633cbf2-9c0d-4724-bcc0-ea7df507481${last}.${kind}`;

test('saved evidence is named by what it is; several of a kind are numbered, and given names stay', () => {
  const all = [id('1', 'html'), id('2', 'png'), id('3', 'png'), id('4', 'md'), 'agent-job-1/notes.json', 'evil.html'];
  assert.deepEqual(
    all.map((one) => savedName(one, all)),
    ['Saved page 1', 'Screenshot 1', 'Screenshot 2', 'Saved text', 'notes.json', 'evil.html'],
  );
});
