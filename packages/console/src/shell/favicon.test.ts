import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { faviconOf, stateOf } from './favicon.ts';
import { MARK_PATHS } from './mark-paths.ts';

test('the tab tells a server that is away before what waits', () => {
  assert.deepEqual(
    [stateOf('live', 0), stateOf('live', 2), stateOf('offline', 2), stateOf('reconnecting', 0)],
    ['calm', 'waiting', 'away', 'away'],
  );
  assert.equal(new Set((['calm', 'waiting', 'away'] as const).map(faviconOf)).size, 3);
});

test('the icon of the first paint has the lines of the mark', () => {
  const icon = readFileSync(join(import.meta.dirname, '../icon.svg'), 'utf8');
  for (const path of MARK_PATHS) assert.ok(icon.includes(`"${path}"`), path);
});
