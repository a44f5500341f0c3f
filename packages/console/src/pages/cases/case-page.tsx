import type { Case } from '@errand/sdk';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryPage } from '../../design/query-view.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { CaseReportCard } from '../case-report/case-report.tsx';
import { CaseActions } from './case-actions.tsx';
import { CaseNetwork } from './case-network.tsx';
import { CaseOverview } from './case-overview.tsx';
import { CaseScreening } from './case-screening.tsx';
import { type CaseTab, caseTabs } from './case-search.ts';
import { CasePriority, CaseState, NextClock } from './case-state.tsx';
import { CaseTimeline } from './case-timeline.tsx';
import { CaseTransactions } from './case-transactions.tsx';
import { useQueue, useQueues } from './use-desk.ts';

const crumbs = [{ label: 'Cases', to: '/cases' }];

export function CasePage() {
  const { id } = useParams({ from: '/shell/cases/$id' });
  const found = useRead(keys.case(id), (options) => errand.caseDesk.get(id, options), { refetchInterval: 10_000 });
  // What the header needs, too, so that nothing moves when it comes.
  const user = useRead(keys.user(), (options) => errand.signIn.currentUser(options), { retry: false });
  const [queues, access] = [useQueues(), useAccess()];
  const isReady = queues !== undefined && !user.isPending && access.role !== undefined;
  return (
    <QueryPage query={found} title="Case" id={id} crumbs={crumbs} isReady={isReady}>
      {(one) => <CaseView key={id} one={one} />}
    </QueryPage>
  );
}

const labels: Record<CaseTab, string> = {
  overview: 'Overview',
  transactions: 'Transactions',
  network: 'Network',
  screening: 'Screening',
  report: 'Report',
  timeline: 'Timeline',
};

const views: Record<CaseTab, (props: { one: Case }) => ReactNode> = {
  overview: CaseOverview,
  transactions: CaseTransactions,
  network: CaseNetwork,
  screening: CaseScreening,
  report: CaseReportCard,
  timeline: ({ one }) => <CaseTimeline id={one.id} />,
};

function CaseView({ one }: { one: Case }) {
  const { tab = 'overview' } = useSearch({ from: '/shell/cases/$id' });
  const navigate = useNavigate({ from: '/cases/$id' });
  const open = (next: CaseTab): void => void navigate({ search: { tab: next }, replace: true, resetScroll: false });
  useShortcuts(
    caseTabs.map((name, index) => ({ keys: String(index + 1), label: labels[name], run: () => open(name) })),
  );
  return (
    <>
      <PageHeader
        title={`#${one.number} ${one.subject.name}`}
        id={one.id}
        crumbs={crumbs}
        badge={
          <>
            <CaseState state={one.state} />
            <CasePriority priority={one.priority} />
            {one.restricted && <Badge tone="warning">Restricted</Badge>}
          </>
        }
        description={<Standing one={one} />}
        actions={<CaseActions one={one} />}
      />
      <Tabs
        label="Parts of the case"
        value={tab}
        onChange={open}
        tabs={caseTabs.map((name) => {
          const View = views[name];
          return { value: name, label: labels[name], content: name === tab && <View one={one} /> };
        })}
      />
    </>
  );
}

/** Whose it is, in which queue, and until when. */
function Standing({ one }: { one: Case }) {
  const queue = useQueue(one.queue_id);
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <span>
        Queue <bdi className="text-text">{queue?.name ?? '…'}</bdi>
      </span>
      <span>
        With <bdi className="text-text">{one.assignee?.email ?? 'nobody'}</bdi>
      </span>
      {one.clocks.length > 0 && (
        <span>
          Due{' '}
          <span className="text-text">
            <NextClock clocks={one.clocks} />
          </span>
        </span>
      )}
    </span>
  );
}
