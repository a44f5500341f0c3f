import type { CaseSummary } from '@errand/sdk';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import type { Column } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Select } from '../../design/select.tsx';
import { RowLink } from '../../lists/links.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useList } from '../../lists/use-list.ts';
import { useOrdering } from '../../lists/use-ordering.ts';
import { errand } from '../../session/client.ts';
import { CaseState, NextClock, stateOptions } from './case-state.tsx';

const columns: Column<CaseSummary>[] = [
  { header: 'Case', sort: '-number', cell: ({ id, number }) => <RowLink to={`/cases/${id}`}>{`#${number}`}</RowLink> },
  { header: 'Subject', className: 'max-w-md truncate', cell: ({ subject }) => <bdi>{subject.name}</bdi> },
  { header: 'State', cell: ({ state }) => <CaseState state={state} /> },
  { header: 'Due', sort: 'due', cell: ({ clocks }) => <NextClock clocks={clocks} /> },
  {
    header: 'Priority',
    from: 'xl',
    cell: ({ priority }) =>
      priority === 'high' || priority === 'urgent' ? <Badge tone="danger">{priority}</Badge> : priority,
  },
  { header: 'Alerts', numeric: true, cell: ({ alert_count: count }) => count.toLocaleString('en') },
  { header: 'Assignee', from: 'sm', cell: ({ assignee }) => (assignee ? <bdi>{assignee.email}</bdi> : '–') },
  { header: 'Opened', from: 'sm', at: ({ created_at: at }) => at },
];

const assignees = [
  { value: '', label: 'Everybody' },
  { value: 'me', label: 'Assigned to me' },
  { value: 'none', label: 'Not assigned' },
] as const;

export function CasesPage() {
  const { state, assignee } = useSearch({ from: '/shell/cases' });
  const navigate = useNavigate({ from: '/cases' });
  const ordering = useOrdering<'number' | '-number' | 'due' | '-due'>('-number');
  const filter = { state, assignee, ordering: ordering.value };
  const list = useList(
    keys.caseList(filter),
    (paging, options) => errand.caseDesk.list({ ...filter, ...paging }, options),
    { refetchInterval: 10_000 },
  );
  const choose = (change: object): void =>
    void navigate({ search: (before) => ({ ...before, ...change, page: undefined }) });
  return (
    <ListPage
      title="Cases"
      description="Alerts about one subject, until somebody decides."
      filters={
        <div className="flex flex-wrap gap-2">
          <Select
            label="State"
            className="w-40!"
            value={state ?? ''}
            options={stateOptions}
            onChange={(next) => choose({ state: next || undefined })}
          />
          <Select
            label="Assignee"
            className="w-44!"
            value={assignee ?? ''}
            options={assignees}
            onChange={(next) => choose({ assignee: next || undefined })}
          />
        </div>
      }
      list={list}
      ordering={ordering}
      columns={columns}
      empty={
        state || assignee ? (
          <EmptyState title="No such cases">Choose another state or assignee above.</EmptyState>
        ) : (
          <EmptyState title="No cases yet" command="errand case-queues create Payments">
            Create a queue and send alerts to it with POST /v1/case-alerts/. Alerts about the same subject join one
            case.
          </EmptyState>
        )
      }
    />
  );
}
