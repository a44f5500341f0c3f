import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIND_FEW } from '#jobs/read/completed-jobs.ts';
import { startHarness, stopAtEnd } from '../../../test/harness.ts';
import { CLAIM_DELIVERIES, FIND_EARLIER } from './claim.ts';
import { RECORD_ATTEMPTS } from './record.ts';

// PostgreSQL plans the statements of the queue once. Plans for an empty table must be good when it is full.

const harness = stopAtEnd(await startHarness({ env: { ERRAND_ROLE: 'api' } }));

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Cond'?: string; Plans?: Plan[] };

const steps = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(steps)];

test('plans made for empty tables name the rows they want, so that full ones are never read as a whole', async () => {
  const { queue, system } = harness.database;
  for (const table of ['webhook_queue', 'webhook_deliveries', 'webhook_attempts', 'webhook_states', 'webhooks'])
    await system.run(`analyze ${table}`);
  const texts = { claim: CLAIM_DELIVERIES, earlier: FIND_EARLIER, record: RECORD_ATTEMPTS, jobs: FIND_FEW };
  for (const [name, text] of Object.entries(texts)) {
    const parameters = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
    const plan = await queue.tx(async (tx) => {
      await tx.run(`prepare planned_${name} as ${text}`);
      const rows = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (format json) execute planned_${name} (${Array(parameters).fill('null').join(', ')})`,
      );
      await tx.run(`deallocate planned_${name}`);
      return rows[0]!['QUERY PLAN'][0].Plan;
    });
    const reads = steps(plan).filter((step) => step['Relation Name'] !== undefined && / Scan$/.test(step['Node Type']));
    assert.ok(reads.length >= 2, name);
    for (const read of reads)
      assert.ok(read['Index Cond'], `${name}: ${read['Node Type']} of ${read['Relation Name']}`);
  }
});
