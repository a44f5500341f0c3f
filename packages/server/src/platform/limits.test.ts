import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ConfigError } from './configuration.ts';
import { bounds, limits, readLimits } from './limits.ts';

test('settings of an operator count, the others have their defaults', () => {
  const read = readLimits({ ERRAND_JSON_DEPTH_MAX: ' 50 ', ERRAND_PAGE_SIZE: '' });
  assert.deepEqual(read, { ...limits, jsonDepth: 50 });
});

test('a value outside its range stops the start with one line that names the setting, the value and the range', () => {
  for (const [key, { name, usual, min, max }] of Object.entries(bounds)) {
    assert.ok(min <= usual && usual <= max, key);
    for (const value of [String(min - 1), String(max + 1), '-1', '1.5', '1e3', 'many']) {
      const complaint = `${name} is ${JSON.stringify(value)}, but must be a whole number from ${min} to ${max}.`;
      assert.throws(
        () => readLimits({ [name]: value }),
        (error) => error instanceof ConfigError && error.message === complaint,
      );
    }
  }
});

test('the documentation has every limit with its default and range', async () => {
  const page = await readFile(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8');
  for (const { name, usual, min, max } of Object.values(bounds)) {
    const row = page.split('\n').find((line) => line.endsWith(`| \`${name}\` |`));
    assert.match(row ?? `${name} is missing`, new RegExp(`\\| ${usual}\\b.*\\| ${min} to ${max} \\|`));
  }
});
