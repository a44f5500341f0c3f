import type { CaseCheck } from '@errand/sdk';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import type { Column } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Field, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { counted } from '../../design/plural.ts';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { useList } from '../../lists/use-list.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { useQueues } from '../cases/use-desk.ts';
import { CheckForm } from './check-form.tsx';

const crumbs = [{ label: 'Cases', to: '/cases' }];
const sources = { auto_close: 'closed by a playbook', sample: 'drawn by chance', person: 'asked for' };

const shown = [
  { value: 'open', label: 'Wait for a look' },
  { value: 'done', label: 'Done' },
] as const;

/** Second looks at decided cases: who decided stays in the dark about nothing, but does not look again. */
export function ChecksPage() {
  const { show = 'open' } = useSearch({ from: '/shell/cases/checks' });
  const navigate = useNavigate({ from: '/cases/checks' });
  const { can, role } = useAccess();
  const [isDrawing, setIsDrawing] = useState(false);
  const [looked, setLooked] = useState<CaseCheck>();
  const filter = { open: show === 'open' };
  const list = useList(keys.caseChecks(filter), (paging, options) =>
    errand.caseChecks.list({ ...filter, ...paging }, options),
  );
  const draw = can('analyst') && (
    <Button variant="primary" onClick={() => setIsDrawing(true)}>
      Draw a sample…
    </Button>
  );
  return (
    <ListPage
      title="Second looks"
      crumbs={crumbs}
      description="Whether decisions were right. What is found does not change them; it measures who decided."
      actions={draw || <p className="text-muted text-sm">As {role} you read. Looking needs the role analyst.</p>}
      filters={
        <Select
          label="Second looks"
          className="mb-3 w-48!"
          value={show}
          options={shown}
          onChange={(next) => void navigate({ search: { show: next === 'open' ? undefined : next } })}
        />
      }
      list={list}
      columns={columnsFor(can('analyst') ? setLooked : undefined)}
      empty={
        <EmptyState
          title={show === 'open' ? 'Nothing waits for a second look' : 'No second looks yet'}
          actions={show === 'open' && draw}
          command="errand case-checks sample --count 5"
        >
          Playbooks with a sample rate, a draw by chance or somebody who asks put decided cases here.
        </EmptyState>
      }
    >
      {isDrawing && <DrawForm onClose={() => setIsDrawing(false)} />}
      {looked && <CheckForm check={looked} onClose={() => setLooked(undefined)} />}
    </ListPage>
  );
}

const columnsFor = (onLook: ((check: CaseCheck) => void) | undefined): Column<CaseCheck>[] => [
  {
    header: 'Case',
    cell: ({ case_id: id, case_number: number }) => (
      <Link to="/cases/$id" params={{ id }} className="font-medium text-accent hover:underline">{`#${number}`}</Link>
    ),
  },
  { header: 'Decided', cell: ({ outcome }) => <bdi>{outcome}</bdi> },
  { header: 'Reason', from: 'sm', className: 'text-muted', cell: ({ reason_code: code }) => <bdi>{code}</bdi> },
  {
    header: 'By',
    cell: ({ decided_by: by, automatic }) => (
      <>
        <bdi>{by.name}</bdi> {automatic && <Badge>alone</Badge>}
      </>
    ),
  },
  { header: 'Why', from: 'sm', className: 'text-muted', cell: ({ source }) => sources[source] },
  { header: 'Second look', cell: (check) => <Found check={check} /> },
  { header: 'Since', from: 'xl', at: ({ created_at: at }) => at },
  {
    actions: (check) =>
      check.agrees === null &&
      onLook && (
        <Button size="sm" aria-label={`Look at #${check.case_number}`} onClick={() => onLook(check)}>
          Look…
        </Button>
      ),
  },
];

const Found = ({ check: { agrees, right_outcome: right, comment, checked_by: by } }: { check: CaseCheck }) =>
  agrees === null ? (
    <span className="text-muted">waits</span>
  ) : (
    <span className="flex flex-col items-start">
      <Badge tone={agrees ? 'positive' : 'danger'}>{agrees ? 'agrees' : `should be ${right ?? 'otherwise'}`}</Badge>
      <span className="text-muted text-xs">
        <bdi>{by?.name}</bdi>
        {comment && (
          <>
            : <bdi>{comment}</bdi>
          </>
        )}
      </span>
    </span>
  );

function DrawForm({ onClose }: { onClose(): void }) {
  const queues = useQueues() ?? [];
  const [queue, setQueue] = useState('');
  return (
    <FormDialog
      onClose={onClose}
      title="Draw a sample"
      description="Decided cases by chance, without those that somebody looked at already."
      action="Draw"
      save={(text) => errand.caseChecks.sample({ count: Number(text('count')), ...(queue && { queue }) })}
      onSaved={async ({ drawn }) => {
        onClose();
        showToast(drawn === 0 ? 'No decided case is left to draw' : `${counted(drawn, 'case')} drawn`);
        await reload(keys.cases());
      }}
    >
      <TextField label="How many" name="count" type="number" min={1} max={100} defaultValue={5} required />
      <Field label="Queue" name="queue">
        <Select
          value={queue}
          onChange={(next: string) => setQueue(next)}
          options={[{ value: '', label: 'All queues' }, ...queues.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      </Field>
    </FormDialog>
  );
}
