import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finding } from './finding.ts';

test('a fix makes a fault only when there is something to fix', () => {
  assert.deepEqual(finding('A', 'fine'), { name: 'A', ok: true, detail: 'fine' });
  assert.deepEqual(finding('A', 'fine', { fix: 'Copy them.', count: 0 }), { name: 'A', ok: true, detail: 'fine' });
  assert.equal(finding('A', 'bad', { fix: 'Copy them.', count: 1 }).ok, false);
  assert.equal(finding('A', 'bad', { fix: 'Look.' }).ok, false);
});
