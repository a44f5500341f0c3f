import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeLeftovers } from './leftovers.ts';

test('folders of services that are gone are removed; those of living ones and other names stay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leftovers-'));
  try {
    const gone = 'sandbox-99999999';
    const names = [gone, `sandbox-${process.ppid}`, 'sandbox-x', 'cache'];
    for (const name of names) mkdirSync(join(folder, name, 'in'), { recursive: true });
    await removeLeftovers(folder);
    assert.deepEqual(readdirSync(folder).sort(), names.slice(1).sort());
    await removeLeftovers(join(folder, 'nowhere'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
