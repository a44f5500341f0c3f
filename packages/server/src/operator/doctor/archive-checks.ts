import { findTask } from '#jobs/archive/lease.ts';
import type { Part } from '#jobs/archive/model.ts';
import { listAllParts } from '#jobs/archive/store.ts';
import { findMissing } from '#jobs/archive/verify.ts';
import type { Check } from '#platform/check.ts';
import type { Database } from '#platform/db.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import type { Config } from '../../config/config.ts';

const SHOWN = 3;

/**
 * Checks that the archive has all its files and that the last pass succeeded. `quick` reports the problems found when
 * the files were last read; otherwise every file is looked up. Only `errand archive verify` reads the files.
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
          fix: `${problems.slice(0, SHOWN).join('; ')}${more}. Restore these files from a backup of the storage, then run npx errand archive verify.`,
        };
      }
      if (failure !== null)
        return {
          detail: 'the last pass failed',
          fix: `${failure} No data is lost: jobs that are not archived stay in the database. Remove the cause, then run npx errand archive run.`,
        };
      const off = config.archiveAfterMonths === 0 ? '; archiving is off' : '';
      const seen = quick ? '' : ', all files present';
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
