import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { longest, longestFirst, usesBrowser } from './order.ts';

test('the longest files come first and exist, then those with a browser, then the others', () => {
  for (const file of longest) assert.ok(existsSync(file), `${file} is gone: take it out of scripts/test/order.ts`);
  const browser = join(import.meta.dirname, '../../packages/console/test/a.test.ts');
  assert.ok(usesBrowser(browser) && !usesBrowser('/b.test.ts'));
  assert.deepEqual(longestFirst(['/c.test.ts', browser, '/b.test.ts', longest[1]!, longest[0]!]), [
    longest[0],
    longest[1],
    browser,
    '/c.test.ts',
    '/b.test.ts',
  ]);
});
