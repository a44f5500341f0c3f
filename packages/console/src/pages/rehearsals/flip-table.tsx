import type { Flip } from '@errand/sdk';
import { DataTable } from '../../design/data-table.tsx';
import { JobLink } from '../../lists/links.tsx';
import { ruleWords } from './flip-words.ts';

/** Lists verdicts that change, with the rules that cause it. */
export function FlipTable({ flips }: { flips: readonly Flip[] }) {
  return (
    <DataTable
      label="Flips"
      rows={flips}
      rowKey={(flip) => flip.job_id}
      rowClass="align-top"
      columns={[
        {
          header: 'Case',
          cell: (flip) => (
            <>
              <JobLink id={flip.job_id} />
              {flip.gathered && <div className="text-muted text-sm">evidence gathered anew</div>}
            </>
          ),
        },
        { header: 'Before', dir: 'auto', cell: (flip) => flip.before ?? '–' },
        { header: 'After', className: 'font-medium', dir: 'auto', cell: (flip) => flip.after },
        {
          header: 'Because of',
          cell: (flip) =>
            flip.rules.length === 0 ? (
              <span className="text-muted">No rule came out differently: the verdict follows from other texts.</span>
            ) : (
              <ul>
                {flip.rules.map((rule) => (
                  <li key={rule.rule_id}>
                    <bdi>{rule.title}</bdi> <span className="text-muted">{ruleWords(rule)}</span>
                  </li>
                ))}
              </ul>
            ),
        },
      ]}
    />
  );
}
