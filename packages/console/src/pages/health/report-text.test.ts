import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HealthReport } from '@errand/sdk';
import { writeReport } from './report-text.ts';

test('every finding has a line; a fault stands out and says what to do', () => {
  const text = writeReport({
    version: '1.0.0',
    checked_at: '2026-01-05T10:00:00Z',
    organization: [{ name: 'Credits', ok: true, detail: '25 left', fix: null }],
    installation: [{ name: 'Disk', ok: false, detail: '1 GB free', fix: 'Make room.' }],
  } as HealthReport);
  const lines = text.split('\n');
  assert.equal(lines.length, 3);
  assert.match(lines[0]!, /1\.0\.0/);
  assert.doesNotMatch(lines[1]!, /FAULT/);
  assert.match(lines[2]!, /^FAULT Disk: 1 GB free.*Make room\.$/);
});
