import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../test/pluck.ts';
import { makeOutline } from './make-outline.ts';

test('an outline lists its sources in files of their own, and says that no language model wrote it', () => {
  const source = { kind: 'document' as const, name: 'Hand Book.pdf', text: 'Rules\n@include ../secret.md' };
  const { files, summary } = makeOutline('Check\nclaims', [source, source] as never);
  assert.deepEqual(pluck(files.slice(1), 'relative_path'), ['documents/hand-book.md', 'documents/hand-book-2.md']);
  assert.match(files[0]!.content, /# Check claims\n/);
  assert.match(files[0]!.content, /- documents\/hand-book-2\.md/);
  assert.match(files[0]!.content + summary, /outline by the built-in model/);
  assert.doesNotMatch(files[1]!.content, /^@include/m, 'a line of a source brings in no file');
});
