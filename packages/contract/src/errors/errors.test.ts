import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestErrors } from './request-errors.ts';
import { resourceErrors } from './resource-errors.ts';

const both = { ...requestErrors, ...resourceErrors };

test('no name stands in both tables: the later one would hide the other', () => {
  assert.deepEqual(
    Object.keys(requestErrors).filter((name) => name in resourceErrors),
    [],
  );
});

test('every error has a remedy of its own words, in a sentence', () => {
  for (const [name, { title, remedy }] of Object.entries(both)) {
    assert.match(remedy, /^[A-Z`].*\.$/s, name);
    assert.notEqual(remedy, title, name);
  }
});

test('a fault of the service has a status of 500 or more, and never names the request', () => {
  const own = Object.entries(both).filter(([, { status }]) => status >= 500);
  assert.ok(own.length > 0);
  for (const [name, { code }] of own) assert.doesNotMatch(code, /^errand\.credentials/, name);
});

test('a credential that is wrong and a role that does not suffice are distinguished', () => {
  assert.equal(requestErrors.not_authenticated.status, 401);
  assert.equal(requestErrors.forbidden.status, 403);
});
