import type { Check } from '#platform/check.ts';
import type { Database } from '#platform/db.ts';
import { countDue, listSetAside } from '#platform/leased-work/rows.ts';
import { leasedRows } from '../../registry/domains.ts';

/** Enough to look into. */
const NAMED_MAX = 3;
/** Far longer than a look or a lease takes, and longer than a queue behind a burst. */
const LATE_SECONDS = 600;

export const workChecks = ({ system }: Database): Check[] => [
  {
    name: 'Background work',
    async look() {
      const late: string[] = [];
      let all = 0;
      for (const rows of leasedRows) {
        const { due, oldestSeconds } = await countDue(system, rows);
        all += due;
        if (due > 0 && oldestSeconds > (rows.lateSeconds ?? LATE_SECONDS))
          late.push(`${rows.name}: ${due} due, the oldest for ${Math.round(oldestSeconds / 60)} minutes`);
      }
      if (late.length === 0) return { detail: all === 0 ? 'nothing is due' : `${all} due, none for long` };
      return {
        detail: late.join('; '),
        fix: 'Start npx errand serve, or another worker. If one is running, its log says why it does not get on.',
      };
    },
  },
  {
    name: 'Work set aside',
    async look() {
      const found: string[] = [];
      for (const rows of leasedRows) {
        const ids = await listSetAside(system, rows, NAMED_MAX);
        if (ids.length > 0) found.push(`${rows.name}: ${ids.join(', ')}${ids.length === NAMED_MAX ? ', …' : ''}`);
      }
      if (found.length === 0) return { detail: 'none' };
      return {
        detail: `three processes in a row stopped while they worked on these rows: ${found.join('; ')}`,
        fix: 'Look for event=process.stuck and for kills of the system in the logs. Each row is tried again every hour.',
      };
    },
  },
];
