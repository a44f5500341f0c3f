import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBearer } from './bearer.ts';

test('the credential of an Authorization header is read in any case of the scheme, without spaces around it', () => {
  for (const header of ['Bearer abc', 'bearer abc', 'BEARER abc', 'Bearer abc  '])
    assert.equal(readBearer(header), 'abc');
  assert.equal(readBearer('Bearer a b'), 'a b');
});

test('other schemes, and a scheme without a credential, are none', () => {
  for (const header of ['', 'Bearer', 'Bearer ', 'Bearer  abc', 'Basic abc', 'abc', ' Bearer abc'])
    assert.equal(readBearer(header), undefined, header);
});
