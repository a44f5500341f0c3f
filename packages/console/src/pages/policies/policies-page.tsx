import type { Policy } from '@errand/sdk';
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

const columns: Column<Policy>[] = [
  { header: 'Name', sort: 'name', cell: ({ id, name }) => <RowLink to={`/policies/${id}`}>{name}</RowLink> },
  {
    header: 'Description',
    className: 'max-w-xl truncate text-muted',
    cell: ({ description }) => <bdi>{description}</bdi>,
  },
  { header: 'Changed', sort: '-updated_at', at: ({ updated_at: at }) => at },
  { header: 'Created', sort: '-created_at', at: ({ created_at: at }) => at },
];

export function PoliciesPage() {
  const { q } = useSearch({ from: '/shell/policies' });
  const { can } = useAccess();
  const ordering = useOrdering<ListOrdering>('-updated_at');
  const filter = { search: q, ordering: ordering.value };
  const list = useList(keys.policyList(filter), (paging, options) =>
    errand.policies.list({ ...filter, ...paging }, options),
  );
  const create = can('member') && (
    <Link to="/policies/new" className={buttonClass('primary')}>
      <Plus size={14} aria-hidden />
      New policy
    </Link>
  );
  return (
    <ListPage
      title="Policies"
      description="Versioned procedures for agents: rules, verdicts and a summary template."
      actions={create}
      filters={<SearchField label="Search policies" placeholder="Search by name or description" />}
      list={list}
      ordering={ordering}
      columns={columns}
      empty={
        q ? (
          <NoMatch what="policies" />
        ) : (
          <EmptyState
            title="No policies yet"
            actions={create}
            command="errand policies create Returns --content @rules.json"
          >
            Write your procedure once. An agent that uses the policy returns one of its verdicts, with a finding for
            each rule.
          </EmptyState>
        )
      }
    />
  );
}
