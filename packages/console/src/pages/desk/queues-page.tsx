import type { CaseQueue } from '@errand/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import type { Column } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { RowLink } from '../../lists/links.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { NewButton } from '../../lists/list-section.tsx';
import { useList } from '../../lists/use-list.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

const columns: Column<CaseQueue>[] = [
  { header: 'Name', cell: ({ id, name }) => <RowLink to={`/cases/queues/${id}`}>{name}</RowLink> },
  {
    header: 'Alerts join by',
    className: 'text-muted',
    cell: ({ join_rule: { by, within_days: days } }) =>
      by.length === 0 ? 'never' : `${by.join(', ')} within ${days} days`,
  },
  {
    header: 'Clocks',
    className: 'text-muted',
    cell: ({ clocks }) => clocks.map(({ name, hours }) => `${name} ${hours} h`).join(', ') || '–',
  },
  {
    header: 'Four eyes',
    from: 'sm',
    className: 'text-muted',
    cell: ({ four_eyes: { outcomes } }) => outcomes.join(', ') || '–',
  },
  { header: 'Playbook', from: 'xl', cell: ({ playbook_id: id }) => (id === null ? '–' : 'yes') },
  { header: 'Changed', from: 'xl', at: ({ updated_at: at }) => at },
];

export function QueuesPage() {
  const { can } = useAccess();
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const list = useList(keys.caseQueues(), (paging, options) => errand.caseQueues.list(paging, options));
  const create = can('admin') ? (
    <NewButton onClick={() => setIsCreating(true)}>New queue</NewButton>
  ) : (
    <p className="text-muted text-sm">Changing queues needs the role admin.</p>
  );
  return (
    <ListPage
      title="Queues"
      label="Queues of cases"
      crumbs={[{ label: 'Cases', to: '/cases' }]}
      description="Where alerts arrive: how they join cases, their clocks, and what a second person approves."
      actions={create}
      list={list}
      columns={columns}
      empty={
        <EmptyState title="No queues yet" actions={create} command="errand case-queues create Payments">
          A queue says how alerts join cases, which clocks run, and which outcomes need four eyes.
        </EmptyState>
      }
    >
      {isCreating && (
        <FormDialog
          onClose={() => setIsCreating(false)}
          title="New queue"
          description="Its clocks and rules follow on its own page."
          action="Create"
          save={(text) => errand.caseQueues.create({ name: text('name') })}
          onSaved={async ({ id }) => {
            await reload(keys.caseQueues());
            await navigate({ to: '/cases/queues/$id', params: { id } });
          }}
        >
          <TextField label="Name" name="name" required maxLength={255} placeholder="Payments" />
        </FormDialog>
      )}
    </ListPage>
  );
}
