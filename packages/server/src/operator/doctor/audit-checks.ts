import type { Database } from '#platform/db.ts';
import { verifyAudit } from '#signing/verify-audit.ts';
import type { Check } from './check.ts';

const PROBLEMS_SHOWN = 3;

/** Whether every audit log is what was written. */
export const auditChecks = ({ system }: Database): Check[] => [
  {
    name: 'Audit log',
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
      const detail = `${entries} entries in their chains${unchained === 0 ? '' : `, ${unchained} not in one yet`}`;
      if (problems.length === 0) return { detail };
      const more = problems.length > PROBLEMS_SHOWN ? ` And ${problems.length - PROBLEMS_SHOWN} more.` : '';
      return {
        detail: `${problems.length} places do not fit`,
        fix: `${problems.slice(0, PROBLEMS_SHOWN).join(' ')}${more} Somebody changed the database by hand: compare with a backup or with an export of the log.`,
      };
    },
  },
];
