import type { Case } from '@errand/sdk';
import { Card, Facts } from '../../design/card.tsx';
import { cx } from '../../design/cx.ts';
import { CaseChecklist } from './case-checklist.tsx';
import { CaseClocks } from './case-clocks.tsx';
import { CaseDocuments } from './case-documents.tsx';
import { CaseJobs } from './case-jobs.tsx';
import { CaseAlerts, CaseNotes, EarlierDecisions, MovedCases, RelatedCases } from './case-parts.tsx';

/** What a person reads first: the decision if there is one, the alerts, what the agents found, and what is to be done. */
export function CaseOverview({ one, isNarrow = false }: { one: Case; isNarrow?: boolean }) {
  return (
    <div className={cx('in-order grid grid-cols-1 gap-6', !isNarrow && 'xl:grid-cols-[2fr_1fr]')}>
      <div className="in-order flex min-w-0 flex-col gap-6">
        <MovedCases one={one} />
        {one.proposed_decision && (
          <Card title="Proposed decision">
            <Decision {...one.proposed_decision} by={one.proposed_decision.proposed_by.name} />
          </Card>
        )}
        {one.outcome !== null && (
          <Card title="Decision">
            <Decision outcome={one.outcome} reason_code={one.reason_code ?? ''} narrative={one.narrative ?? ''} />
          </Card>
        )}
        <CaseAlerts one={one} />
        <CaseJobs one={one} />
        <CaseNotes one={one} />
        <CaseDocuments one={one} />
      </div>
      <div className="in-order flex min-w-0 flex-col gap-6">
        <Card title="Subject">
          <Facts
            facts={[
              ['Kind', one.subject.kind],
              ...Object.entries(one.subject.identifiers).map(([kind, value]): [string, string] => [kind, value]),
              ['Also', one.subject.aliases.join(', ') || '–'],
            ]}
          />
        </Card>
        <CaseClocks one={one} />
        <CaseChecklist one={one} />
        <RelatedCases one={one} />
        <EarlierDecisions one={one} />
      </div>
    </div>
  );
}

type Decided = { outcome: string; reason_code: string; narrative: string; by?: string };

const Decision = ({ outcome, reason_code: code, narrative, by }: Decided) => (
  <>
    <Facts facts={[['Outcome', outcome], ['Reason', code], ...(by ? [['Proposed by', by] as [string, string]] : [])]} />
    {narrative !== '' && (
      <p dir="auto" className="mt-3 whitespace-pre-wrap break-words">
        {narrative}
      </p>
    )}
  </>
);
