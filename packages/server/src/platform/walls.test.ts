import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listMissingWalls } from './walls.ts';

test('each wall that a system lacks is told with what would bring it', () => {
  assert.deepEqual(listMissingWalls({ network: ['unshare'], privileges: ['setpriv'] }, 0), []);
  const missing = listMissingWalls({ network: undefined, privileges: undefined }, 1_000).join();
  assert.match(missing, /only root.*allow user namespaces.*setpriv/);
});
