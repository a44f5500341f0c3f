import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { playDoors } from './doors-run.ts';
import type { MutationName } from './mutations.ts';

// A short run of `npm run chaos -- --doors`, and its judge on faults that are put into the product.

const TEST_MS_MAX = 600_000;

describe('one truth through all doors', { timeout: TEST_MS_MAX }, () => {
  test('random operations while processes are killed: every door shows the same, one ledger entry and one webhook each', async () => {
    const report = await playDoors({ operations: 250, seed: 5, clients: 6, killEveryMs: 4_000 });
    assert.deepEqual(report.violations.slice(0, 5), []);
    assert.ok(report.jobs > 100 && report.compared >= 3 * report.jobs, JSON.stringify(report));
    for (const origin of ['api', 'mcp', 'a2a', 'trigger', 'schedule'])
      assert.ok(report.byOrigin[origin]! > 0, `${origin}: ${JSON.stringify(report.byOrigin)}`);
  });

  const planted: [MutationName, RegExp][] = [
    ['messages forgotten', /a2a: .* is \d jobs/],
    ['cancelled told as done', /told differently/],
  ];
  for (const [mutation, expected] of planted) {
    test(`the judge finds: ${mutation}`, async () => {
      const preload = new URL('mutate.ts', import.meta.url).href;
      const env = { CHAOS_MUTATION: mutation, NODE_OPTIONS: `--import ${preload}` };
      const options = { operations: 200, seed: 6, clients: 4, killEveryMs: TEST_MS_MAX };
      const { violations } = await playDoors({ ...options, roles: ['all'], env });
      assert.ok(
        violations.some((text) => expected.test(text)),
        `It saw: ${violations.slice(0, 5).join('\n')}`,
      );
    });
  }
});
