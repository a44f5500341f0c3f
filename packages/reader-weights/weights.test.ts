import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

test('the weights are those that the README names', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const rows = [...readme.matchAll(/^\| `(weights\/[^`]+)` \| `([0-9a-f]{64})`/gm)];
  assert.equal(rows.length, 2);
  for (const [, path, sum] of rows) {
    const content = readFileSync(new URL(path!, import.meta.url));
    assert.equal(createHash('sha256').update(content).digest('hex'), sum, path);
  }
});
