import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatProblem } from './formats.ts';

test('formats whose meaning is plain are checked', () => {
  const fits = (format: string, value: string) => formatProblem(format, value) === undefined;
  assert.ok(fits('date', '2026-05-31') && !fits('date', '31 May 2026') && !fits('date', '2026-02-30'));
  assert.ok(fits('email', 'a@example.com') && !fits('email', 'a at example'));
  assert.ok(fits('uri', 'https://example.com/a') && !fits('uri', 'example'));
  assert.ok(fits('uuid', '3f0c2f7a-5a1e-4d0e-9a53-2f8f5c1f0a11') && !fits('uuid', 'x'));
  assert.ok(fits('something-else', 'anything'));
});

test('a text that is longer than any such value is refused before it is looked at', () => {
  assert.match(formatProblem('email', `${'a'.repeat(5_000)}@example.com`)!, /is not an email/);
});
