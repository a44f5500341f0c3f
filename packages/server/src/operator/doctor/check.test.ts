import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../test/pluck.ts';
import { runChecks } from './check.ts';

test('every check is reported in order; a fix or an error makes it a finding, and the rest still runs', async () => {
  const findings = await runChecks([
    { name: 'good', look: async () => ({ detail: 'fine' }) },
    { name: 'bad', look: async () => ({ detail: 'full', fix: 'Free some space.' }) },
    { name: 'broken', look: () => Promise.reject(new Error('no table')) },
    { name: 'last', look: async () => ({ detail: 'fine' }) },
  ]);
  assert.deepEqual(pluck(findings, 'name', 'ok'), [
    ['good', true],
    ['bad', false],
    ['broken', false],
    ['last', true],
  ]);
  assert.equal(findings[2]!.fix, 'no table');
});
