import type { Playbook } from '@errand/sdk';
import { Link, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { keys } from '../../data/query-keys.ts';
import type { ListOrdering } from '../../data/search.ts';
import { buttonClass } from '../../design/button.tsx';
import type { Column } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { RowLink } from '../../lists/links.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { NoMatch, SearchField } from '../../lists/search-field.tsx';
import { useList } from '../../lists/use-list.ts';
import { useOrdering } from '../../lists/use-ordering.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

const columns: Column<Playbook>[] = [
  { header: 'Name', sort: 'name', cell: ({ id, name }) => <RowLink to={`/playbooks/${id}`}>{name}</RowLink> },
  {
    header: 'Description',
    className: 'max-w-xl truncate text-muted',
    cell: ({ description }) => <bdi>{description}</bdi>,
  },
  { header: 'Changed', sort: '-updated_at', at: ({ updated_at: at }) => at },
  { header: 'Created', sort: '-created_at', at: ({ created_at: at }) => at },
];

export function PlaybooksPage() {
  const { q } = useSearch({ from: '/shell/playbooks' });
  const { can } = useAccess();
  const ordering = useOrdering<ListOrdering>('-updated_at');
  const filter = { search: q, ordering: ordering.value };
  const list = useList(keys.playbookList(filter), (paging, options) =>
    errand.playbooks.list({ ...filter, ...paging }, options),
  );
  const create = can('admin') ? (
    <Link to="/playbooks/new" className={buttonClass('primary')}>
      <Plus size={14} aria-hidden />
      New playbook
    </Link>
  ) : (
    <p className="text-muted text-sm">Writing playbooks needs the role admin.</p>
  );
  return (
    <ListPage
      title="Playbooks"
      description="What happens to an alert before a person sees it: which agents look, and what may close alone."
      actions={create}
      filters={<SearchField label="Search playbooks" placeholder="Search by name or description" />}
      list={list}
      ordering={ordering}
      columns={columns}
      empty={
        q ? (
          <NoMatch what="playbooks" />
        ) : (
          <EmptyState
            title="No playbooks yet"
            actions={create}
            command="errand playbooks create Transfers --content @plan.json"
          >
            A queue of the case desk names a playbook. It runs on every alert that joins a case of the queue.
          </EmptyState>
        )
      }
    />
  );
}
