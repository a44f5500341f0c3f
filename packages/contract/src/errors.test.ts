import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorTable } from './errors.ts';

const rows = Object.entries(errorTable);

test('programs distinguish every error by its code', () => {
  const codes = rows.map(([, { code }]) => code);
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.match(code, /^errand(\.[a-z_]+){2}$/);
});

test('every error has a status of a failure and a title that can stand alone', () => {
  for (const [name, { status, title }] of rows) {
    assert.ok(status >= 400 && status < 600, name);
    assert.match(title, /^[A-Z].*\.$/, name);
  }
});

test('messages about fields and inputs are always the fault of the request', () => {
  for (const [name, { shape, status }] of rows)
    if (shape === 'fields' || shape === 'list') assert.equal(status, 400, name);
});
