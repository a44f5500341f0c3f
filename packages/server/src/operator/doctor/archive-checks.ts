import { findTask } from '#jobs/archive/lease.ts';
import type { Part } from '#jobs/archive/model.ts';
import { listAllParts } from '#jobs/archive/store.ts';
import { findMissing } from '#jobs/archive/verify.ts';
import type { Database } from '#platform/db.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import type { Config } from '../../config/config.ts';
import type { Check } from './check.ts';

const SHOWN = 3;

/**
 * Whether the archive has all its files, and is written. `quick`: what was found when files were read last; else every
 * file is looked for. errand archive verify also reads them.
 */
export const archiveChecks = ({ system }: Database, config: Config, { quick = false } = {}): Check[] => [
  {
    name: 'Archive',
    async look() {
      const parts = await listAllParts(system);
      const { failure } = await findTask(system);
      const problems = quick ? parts.flatMap(({ problem }) => problem ?? []) : await lookForFiles(config, parts);
      const jobs = parts.reduce((sum, { kind, rows }) => sum + (kind === 'jobs' ? rows : 0), 0);
      if (problems.length > 0) {
        const more = problems.length > SHOWN ? `; and ${problems.length - SHOWN} more` : '';
        return {
          detail:
            problems.length === 1 ? '1 file is missing or damaged' : `${problems.length} files are missing or damaged`,
          fix: `${problems.slice(0, SHOWN).join('; ')}${more}. Restore what is missing from a backup of the storage, then run npx errand archive verify.`,
        };
      }
      if (failure !== null)
        return {
          detail: 'the last pass failed',
          fix: `${failure} Nothing is lost: what is not archived is in the database. Run npx errand archive run when the cause is gone.`,
        };
      const off = config.archiveAfterMonths === 0 ? ', and off' : '';
      const seen = quick ? '' : ', every file in its place';
      return { detail: `${jobs} jobs in ${parts.length} parts${seen}${off}` };
    },
  },
];

async function lookForFiles(config: Config, parts: Part[]): Promise<string[]> {
  const storage = await openStorage(config.storage, config.storageTimeoutMs);
  try {
    const problems: string[] = [];
    for (const part of parts) problems.push(...(await findMissing({ storage }, part)).map(({ problem }) => problem));
    return problems;
  } finally {
    await storage.close();
  }
}
