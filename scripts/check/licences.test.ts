import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLicences, isPermissive } from './licences.ts';

test('only licences that are known as permissive pass, for what is installed to run the service', async () => {
  for (const fine of ['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC', 'Apache-2.0']) assert.ok(isPermissive(fine), fine);
  for (const not of [undefined, 'AGPL-3.0', 'MIT AND GPL-3.0', 'UNLICENSED']) assert.ok(!isPermissive(not), not);
  const packages = {
    'node_modules/a': { license: 'AGPL-3.0' },
    'node_modules/b': { license: 'AGPL-3.0', dev: true },
    'node_modules/c': { license: 'MIT' },
    'node_modules/d': {},
  };
  const problems = await checkLicences('/nowhere', { lockfileVersion: 3, packages });
  assert.deepEqual(
    problems.map((problem) => problem.split(':')[0]),
    ['node_modules/a', 'node_modules/d'],
  );
});
