import type { Archive } from '#jobs/archive/archive.ts';
import type { EraseDeps } from '#jobs/record/delete-data.ts';
import { deleteOldBatches } from '#jobs/retention/batches.ts';
import { dropEmptyMonths } from '#jobs/retention/partitions.ts';
import { sweepRetention } from '#jobs/retention/sweep.ts';
import { chainAudit } from '#orgs/audit-chain.ts';
import type { Logger } from '#platform/log.ts';
import { createPeriodic } from '#platform/periodic.ts';
import { cutAudit } from '#signing/cut-audit.ts';
import { sealAudit } from '#signing/seal-audit.ts';

const CHAIN_MS = 5_000;
const MINUTE_MS = 60_000;

/** Runs the periodic work on records: the chain of the audit log, and retention. */
export function createCaseRuntime(deps: EraseDeps & { archive: Archive; log: Logger }) {
  const { database, signer, archive, log } = deps;
  const { every, isStopped, stop } = createPeriodic(log, 'cases');

  async function keepChain(): Promise<void> {
    while ((await chainAudit(database.system)) > 0 && !isStopped());
    await sealAudit(database.system, signer);
  }

  async function keepPeriods(): Promise<void> {
    // Expired archived jobs are brought back first, so that one sweep deletes them with one kind of certificate.
    await archive.bringBackExpired(isStopped);
    const removed = await sweepRetention(deps, isStopped);
    await deleteOldBatches(database.system);
    let entries = 0;
    for (let cut = await cutAudit(database.system, signer); cut > 0 && !isStopped(); ) {
      entries += cut;
      cut = await cutAudit(database.system, signer);
    }
    const months = await dropEmptyMonths(database.system);
    if (removed + entries + months.length > 0)
      log.info({ event: 'retention.swept', jobs: removed, entries, months }, 'expired data deleted');
  }

  return {
    start(): void {
      every(CHAIN_MS, 'audit_chain', keepChain);
      every(10 * MINUTE_MS, 'retention', keepPeriods);
    },
    stop,
  };
}
