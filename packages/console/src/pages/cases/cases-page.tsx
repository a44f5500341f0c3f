import type { CaseSummary } from '@errand/sdk';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button, buttonClass } from '../../design/button.tsx';
import type { Column } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { KeyHint } from '../../design/key-hint.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { Select } from '../../design/select.tsx';
import { RowLink } from '../../lists/links.tsx';
import { PagedTable } from '../../lists/paged-table.tsx';
import { SearchField } from '../../lists/search-field.tsx';
import { useList } from '../../lists/use-list.ts';
import { useOrdering } from '../../lists/use-ordering.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { CaseGroups } from './case-groups.tsx';
import { CasePeek } from './case-peek.tsx';
import type { CaseOrdering } from './case-search.ts';
import { CaseState, NextClock } from './case-state.tsx';
import { DecideForm } from './decide-form.tsx';
import { useQueues } from './use-desk.ts';
import { useQueueKeys } from './use-queue-keys.ts';

const isPressing = (priority: CaseSummary['priority']): boolean => priority === 'high' || priority === 'urgent';

const Priority = ({ priority }: Pick<CaseSummary, 'priority'>) => (
  <Badge tone={priority === 'urgent' ? 'danger' : 'warning'}>{priority}</Badge>
);

const columns: Column<CaseSummary>[] = [
  {
    header: 'Subject',
    className: 'max-w-md truncate',
    cell: ({ id, subject, restricted, priority }) => (
      <>
        <RowLink to={`/cases/${id}`}>{subject.name}</RowLink> {restricted && <Badge tone="warning">restricted</Badge>}{' '}
        {/* Shown if there is no room for its column. */}
        {isPressing(priority) && (
          <span className="xl:hidden">
            <Priority priority={priority} />
          </span>
        )}
      </>
    ),
  },
  { header: 'Case', sort: '-number', className: 'text-muted tabular-nums', cell: ({ number }) => `#${number}` },
  { header: 'State', cell: ({ state }) => <CaseState state={state} /> },
  {
    header: 'Due',
    sort: 'due',
    cell: ({ state, clocks }) => (state === 'closed' ? '–' : <NextClock clocks={clocks} />),
  },
  {
    header: 'Priority',
    sort: '-priority',
    from: 'xl',
    cell: ({ priority }) =>
      isPressing(priority) ? <Priority priority={priority} /> : <span className="text-muted">{priority}</span>,
  },
  { header: 'Alerts', numeric: true, cell: ({ alert_count: count }) => count.toLocaleString('en') },
  {
    header: 'With',
    from: 'sm',
    className: 'max-w-56 truncate',
    cell: ({ assignee }) => (assignee ? <bdi>{assignee.email}</bdi> : <span className="text-faint">nobody</span>),
  },
  { header: 'Opened', from: 'xl', at: ({ created_at: at }) => at },
];

/** The queue of the desk: whose cases, which are due, and how much everybody has. */
export function CasesPage() {
  const { q, queue, state, assignee, due } = useSearch({ from: '/shell/cases' });
  const ordering = useOrdering<CaseOrdering>('-number');
  const filter = { q, queue, state, assignee, due, ordering: ordering.value };
  const list = useList(
    keys.caseList(filter),
    (paging, options) => errand.caseDesk.list({ ...filter, ...paging }, options),
    { refetchInterval: 10_000 },
  );
  const { can } = useAccess();
  const desk = useQueueKeys(list.query.data?.results ?? [], queue);
  const isFiltered = [q, queue, state, assignee, due].some((one) => one !== undefined);
  return (
    <>
      <PageHeader
        title="Cases"
        description="Alerts about one subject, until somebody decides."
        actions={
          <>
            <Link to="/cases/figures" className={buttonClass()}>
              Figures
            </Link>
            <Link to="/cases/checks" className={buttonClass()}>
              Second looks
            </Link>
            <Link to="/cases/queues" className={buttonClass()}>
              Queues
            </Link>
            {can('analyst') && (
              <Button variant="primary" busy={desk.isTaking} onClick={desk.takeNext}>
                Take the next <KeyHint>N</KeyHint>
              </Button>
            )}
          </>
        }
      />
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 xl:grid-cols-[12rem_minmax(0,1fr)] xl:in-data-[panel=open]:grid-cols-1">
        <CaseGroups />
        <div className="min-w-0">
          <div className="mb-3 flex flex-wrap items-center gap-2 *:mb-0!">
            <SearchField
              label="Search cases"
              placeholder="roe state:open,escalated priority:urgent due:<24h"
              className="min-w-64 flex-1"
            />
            <QueueChoice />
          </div>
          <PagedTable
            label="Cases"
            list={list}
            ordering={ordering}
            columns={columns}
            empty={
              isFiltered ? (
                <EmptyState title="No such cases">Choose another group or queue, or change the search.</EmptyState>
              ) : (
                <EmptyState title="No cases yet" command="errand case-queues create Payments">
                  Create a queue and send alerts to it with POST /v1/case-alerts/. Alerts about the same subject join
                  one case.
                </EmptyState>
              )
            }
          />
        </div>
      </div>
      {desk.question}
      {desk.peeked !== undefined && <CasePeek id={desk.peeked} onClose={desk.closePeek} />}
      {desk.deciding && <DecideForm key={desk.deciding.id} one={desk.deciding} onClose={desk.closeForm} />}
    </>
  );
}

/** Chooses a queue, if there is more than one. */
function QueueChoice() {
  const { queue = '' } = useSearch({ from: '/shell/cases' });
  const navigate = useNavigate({ from: '/cases' });
  const queues = useQueues() ?? [];
  if (queues.length < 2) return null;
  return (
    <Select
      label="Queue"
      className="w-56!"
      value={queue}
      options={[{ value: '', label: 'All queues' }, ...queues.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(next: string) =>
        void navigate({ search: (before) => ({ ...before, queue: next || undefined, page: undefined }) })
      }
    />
  );
}
