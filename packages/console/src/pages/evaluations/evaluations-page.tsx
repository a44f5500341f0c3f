import type { EvaluationSetPage } from '@errand/sdk';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import type { Column } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatNumber } from '../../design/format.ts';
import { RowLink } from '../../lists/links.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { NewButton } from '../../lists/list-section.tsx';
import { useList } from '../../lists/use-list.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { CreateSetDialog } from './create-set-dialog.tsx';

const columns: Column<EvaluationSetPage['results'][number]>[] = [
  { header: 'Name', cell: ({ id, name }) => <RowLink to={`/evaluations/${id}`}>{name}</RowLink> },
  {
    header: 'Description',
    className: 'max-w-xl truncate text-muted',
    cell: ({ description }) => <bdi>{description}</bdi>,
  },
  { header: 'Cases', numeric: true, cell: ({ case_count: count }) => formatNumber(count) },
  { header: 'Cases changed', at: ({ cases_changed_at: at }) => at },
];

export function EvaluationsPage() {
  const canWrite = useAccess().can('member');
  const [isCreating, setIsCreating] = useState(false);
  const list = useList(keys.evaluationSetLists(), (paging, options) => errand.evaluationSets.list(paging, options));
  const create = canWrite && <NewButton onClick={() => setIsCreating(true)}>New evaluation set</NewButton>;
  return (
    <ListPage
      title="Evaluations"
      label="Evaluation sets"
      description="Sets of cases with known answers, and how each version scored."
      actions={create}
      list={list}
      columns={columns}
      empty={
        <EmptyState title="No evaluation sets yet" actions={create} command="errand evaluations create Invoices">
          Collect cases from reviewed jobs or a file. Then run a version on them before you make it current.
        </EmptyState>
      }
    >
      {isCreating && <CreateSetDialog onClose={() => setIsCreating(false)} />}
    </ListPage>
  );
}
