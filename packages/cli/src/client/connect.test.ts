import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../terminal/errors.ts';
import { readUrl } from './connect.ts';

test('an address is taken with or without its scheme and final slash', () => {
  assert.deepEqual(
    ['https://errand.example.org/', 'http://127.0.0.1:8700', 'localhost:8700', 'https://x.org/errand/'].map(readUrl),
    ['https://errand.example.org', 'http://127.0.0.1:8700', 'http://localhost:8700', 'https://x.org/errand'],
  );
});

test('what is no address of a server is refused', () => {
  for (const text of ['ftp://x', 'https://user:password@x', 'http://', 'a b']) {
    assert.throws(() => readUrl(text), UsageError, text);
  }
});
