import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from '#platform/configuration.ts';
import { readWorkspaceSettings } from './settings.ts';

test('one organization alone never takes all slots, on any machine', () => {
  const { concurrency, orgConcurrency, threads } = readWorkspaceSettings({});
  assert.ok(orgConcurrency < concurrency && threads >= 1);
});

test('seconds of the environment are milliseconds inside', () => {
  const settings = readWorkspaceSettings({ ERRAND_SQL_TIMEOUT_SECONDS: '5', ERRAND_SQL_IMPORT_SECONDS: '7' });
  assert.deepEqual([settings.timeoutMs, settings.importTimeoutMs], [5_000, 7_000]);
});

test('an unknown engine and impossible limits stop the start', () => {
  for (const env of [
    { ERRAND_SQL_ENGINE: 'clickhouse' },
    { ERRAND_SQL_ROWS_MAX: '0' },
    { ERRAND_SQL_MEMORY_MB: '1' },
    { ERRAND_SQL_TIMEOUT_SECONDS: 'long' },
  ])
    assert.throws(() => readWorkspaceSettings(env), ConfigError);
  assert.equal(readWorkspaceSettings({ ERRAND_SQL_ENGINE: ' ' }).engine, 'duckdb');
});
