import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidArgumentError } from 'commander';
import { readUrl } from './urls.ts';

test('an address is taken as it is written; what is none is refused with an example', () => {
  for (const text of ['http://localhost:3000/hook', 'https://example.org']) assert.equal(readUrl(text), text);
  for (const text of ['localhost:3000', 'ftp://example.org', 'example.org/hook', ''])
    assert.throws(() => readUrl(text), InvalidArgumentError, text);
});
