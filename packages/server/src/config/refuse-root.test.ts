import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { refuseRoot } from './refuse-root.ts';

test('root is refused where the image says so, with what to do; others and an explicit yes pass', () => {
  const image = readConfig({ ERRAND_ALLOW_ROOT: 'false' });
  assert.throws(() => refuseRoot(image, 0), /Start it as another user .* Set ERRAND_ALLOW_ROOT=true only if/);
  refuseRoot(image, 1_000);
  refuseRoot(readConfig({ ERRAND_ALLOW_ROOT: 'true' }), 0);
  refuseRoot(readConfig({}), 0);
});
