import type { Case } from '@errand/sdk';
import { useParams } from '@tanstack/react-router';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Card, Facts } from '../../design/card.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryPage } from '../../design/query-view.tsx';
import { errand } from '../../session/client.ts';
import { CaseActions } from './case-actions.tsx';
import { CaseClocks } from './case-clocks.tsx';
import { CaseNetwork } from './case-network.tsx';
import { CaseAlerts, CaseJobs, CaseNotes, CaseTasks, EarlierDecisions, RelatedCases } from './case-parts.tsx';
import { CaseReportCard } from './case-report.tsx';
import { CaseState } from './case-state.tsx';
import { CaseTimeline } from './case-timeline.tsx';
import { CaseTransactions } from './case-transactions.tsx';

const crumbs = [{ label: 'Cases', to: '/cases' }];

export function CasePage() {
  const { id } = useParams({ from: '/shell/cases/$id' });
  const found = useRead(keys.case(id), (options) => errand.caseDesk.get(id, options), { refetchInterval: 10_000 });
  return (
    <QueryPage query={found} title="Case" id={id} crumbs={crumbs}>
      {(one) => <CaseView key={id} one={one} />}
    </QueryPage>
  );
}

function CaseView({ one }: { one: Case }) {
  return (
    <>
      <PageHeader
        title={`#${one.number} ${one.subject.name}`}
        id={one.id}
        crumbs={crumbs}
        badge={
          <>
            <CaseState state={one.state} />
            {one.restricted && <Badge tone="warning">Restricted</Badge>}
          </>
        }
        actions={<CaseActions one={one} />}
      />
      <div className="in-order grid grid-cols-1 gap-6 xl:grid-cols-[2fr_1fr]">
        <div className="in-order flex min-w-0 flex-col gap-6">
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
          <CaseTimeline id={one.id} />
        </div>
        <div className="in-order flex min-w-0 flex-col gap-6">
          <Card title="Subject">
            <Facts
              facts={[
                ['Kind', one.subject.kind],
                ...Object.entries(one.subject.identifiers).map(([kind, value]): [string, string] => [kind, value]),
                ['Also', one.subject.aliases.join(', ') || '–'],
                ['Assignee', one.assignee?.email ?? 'nobody'],
              ]}
            />
          </Card>
          <CaseClocks one={one} />
          <CaseTasks one={one} />
          <RelatedCases one={one} />
          <EarlierDecisions one={one} />
        </div>
      </div>
      {/* They come late, so they stand where they push nothing. */}
      <div className="in-order mt-6 flex min-w-0 flex-col gap-6">
        <CaseReportCard one={one} />
        <CaseTransactions one={one} />
        <CaseNetwork one={one} />
      </div>
    </>
  );
}

type Decided = { outcome: string; reason_code: string; narrative: string; by?: string };

const Decision = ({ outcome, reason_code: code, narrative, by }: Decided) => (
  <>
    <Facts facts={[['Outcome', outcome], ['Reason', code], ...(by ? [['Proposed by', by] as [string, string]] : [])]} />
    <p dir="auto" className="mt-3 whitespace-pre-wrap break-words">
      {narrative}
    </p>
  </>
);
