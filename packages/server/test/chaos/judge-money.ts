import { findWrongBalances } from '#jobs/queue/invariants.ts';
import type { Cluster } from './cluster.ts';
import type { JobRow } from './judge-jobs.ts';
import type { Entry } from './load.ts';

// What must be true of money: one entry in the ledger for each job that cost something, batches within their limits,
// nothing held for jobs that are over.

export async function checkLedger(
  cluster: Cluster,
  own: unknown[],
  known: Map<string, JobRow>,
  violations: string[],
): Promise<void> {
  const db = cluster.database.system;
  const rows = await db.query<{ job_id: string; amount: number; count: number }>(
    `select job_id, sum(amount) as amount, count(*) as count from credit_ledger
      where kind = 'job' and job_id >= $1 and org_id = any($2) group by job_id`,
    own,
  );
  for (const { job_id: jobId, amount, count } of rows) {
    if (count !== 1) violations.push(`ledger: job ${jobId} is doubled`);
    const cost = known.get(jobId)?.cost ?? 0;
    if (Math.abs(cost + amount) > 1e-9) violations.push(`ledger: job ${jobId} costs ${cost}, paid ${-amount}`);
  }
  const paid = new Set(rows.map((row) => row.job_id));
  for (const job of known.values()) {
    if ((job.cost ?? 0) > 0 && !paid.has(job.id)) violations.push(`ledger: job ${job.id} was not paid`);
  }
  for (const wrong of await findWrongBalances(db)) violations.push(`balance ${JSON.stringify(wrong)}`);
  const held = await db.query<{ org_id: string; held: number }>(
    'select org_id, held from credit_accounts where held <> 0',
  );
  for (const account of held) violations.push(`held ${JSON.stringify(account)}`);
}

/** A batch exceeds its limit by part of one row at most, and what it says that it spent is what its rows cost. */
export async function checkBatches(cluster: Cluster, entries: Entry[], jobs: JobRow[], violations: string[]) {
  const accepted = entries.filter(({ batchId }) => batchId !== undefined);
  const rows = await cluster.database.system.query<{ id: string; spent: number; max_cost: number | null }>(
    'select id, spent, max_cost from batches where id = any($1::uuid[])',
    [accepted.map(({ batchId }) => batchId)],
  );
  const byBatch = Map.groupBy(jobs, (job) => job.batch_id);
  for (const { batchId, tags, maxCost } of accepted) {
    const row = rows.find(({ id }) => id === batchId);
    const own = byBatch.get(batchId!) ?? [];
    const costs = own.map((job) => job.cost ?? 0);
    const cost = costs.reduce((sum, each) => sum + each, 0);
    const fail = (text: string): number => violations.push(`batch ${batchId}: ${text}`);
    if (row === undefined) fail('acknowledged and lost');
    else if (own.length !== tags.length) fail(`has ${own.length} of ${tags.length} rows: doubled or lost`);
    else if (row.max_cost !== null && Math.abs(row.spent - cost) > 1e-9)
      fail(`spent ${row.spent}, its rows cost ${cost}`);
    if (maxCost !== undefined && cost > maxCost + Math.max(0, ...costs) + 1e-9)
      fail(`cost ${cost} with a limit of ${maxCost}`);
  }
  return accepted.length;
}
