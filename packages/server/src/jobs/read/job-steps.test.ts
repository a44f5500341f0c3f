import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getStep } from './job-steps.ts';

test('a number that no step can have is not found, without asking', async () => {
  for (const seq of ['', '-1', '1.5', 'abc', '9999999999'])
    await assert.rejects(getStep({} as never, 'org', 'job', seq), { code: 'not_found' });
});
