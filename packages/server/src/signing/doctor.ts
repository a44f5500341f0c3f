import type { Check } from '#platform/check.ts';
import type { Database } from '#platform/db.ts';
import { verifyAudit } from './verify-audit.ts';

const PROBLEMS_SHOWN = 3;

/** Checks that no entry of an audit log was changed or removed. */
export const auditChecks = ({ system }: Database): Check[] => [
  {
    name: 'Audit log',
    // Reads every entry.
    isSlow: true,
    async look() {
      const organizations = await system.query<{ id: string; name: string }>(
        'select id, name from organizations order by id',
      );
      const problems: string[] = [];
      let [entries, unchained] = [0, 0];
      for (const { id, name } of organizations) {
        const report = await verifyAudit(system, id);
        entries += report.entries;
        unchained += report.unchained;
        problems.push(...report.problems.map((problem) => `${name}: ${problem}`));
      }
      const detail = `${entries} entries verified${unchained === 0 ? '' : `, ${unchained} not chained yet`}`;
      if (problems.length === 0) return { detail };
      const more = problems.length > PROBLEMS_SHOWN ? ` And ${problems.length - PROBLEMS_SHOWN} more.` : '';
      return {
        detail: `problems found: ${problems.length}`,
        fix: `${problems.slice(0, PROBLEMS_SHOWN).join(' ')}${more} Somebody changed the database by hand. Compare it with a backup or with an export of the log.`,
      };
    },
  },
];
