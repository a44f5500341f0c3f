import type { PlaybookRun } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import type { Column } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { JobLink } from '../../lists/links.tsx';
import { PagedTable } from '../../lists/paged-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';

const tones = { running: 'accent', done: 'positive', failed: 'danger', stopped: 'warning' } as const;
const actions = { close: 'may close', escalate: 'escalated', leave: 'left to people' };

const columns: Column<PlaybookRun>[] = [
  { header: 'Begun', at: ({ created_at: at }) => at },
  {
    header: 'Case',
    cell: ({ case_id: id }) => (
      <Link to="/cases/$id" params={{ id }} className="text-accent hover:underline">
        Open the case
      </Link>
    ),
  },
  { header: 'State', cell: ({ state }) => <Badge tone={tones[state]}>{state}</Badge> },
  {
    header: 'Steps',
    cell: ({ steps }) => (
      <ul className="flex flex-wrap gap-x-3">
        {steps.map(({ name, state, job_id: id }) => (
          <li key={name}>
            <bdi>{name}</bdi> <span className="text-muted">{state}</span> {id && <JobLink id={id} />}
          </li>
        ))}
      </ul>
    ),
  },
  {
    header: 'Came to',
    cell: ({ action, outcome, reason }) => (
      <>
        {action === null ? '–' : actions[action]} {outcome && <bdi className="font-medium">{outcome}</bdi>}
        {reason && <p className="max-w-md text-muted text-xs">{reason}</p>}
      </>
    ),
  },
];

/** What the playbook did on each alert. */
export function PlaybookRuns({ playbookId }: { playbookId: string }) {
  const list = useList(
    keys.playbookRuns(playbookId),
    (paging, options) => errand.playbooks.runs(playbookId, paging, options),
    { refetchInterval: 5_000 },
  );
  return (
    <PagedTable
      label="Runs"
      list={list}
      columns={columns}
      empty={<EmptyState title="It has not run yet">It runs on each alert of a queue that names it.</EmptyState>}
    />
  );
}
