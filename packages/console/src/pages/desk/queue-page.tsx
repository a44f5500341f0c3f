import type { CaseQueue } from '@errand/sdk';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Card } from '../../design/card.tsx';
import { DeleteDialog } from '../../design/dialog.tsx';
import { Field, Problems, TextField } from '../../design/field.tsx';
import { MoreMenu } from '../../design/menu.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryPage } from '../../design/query-view.tsx';
import { SaveForm } from '../../design/save-form.tsx';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { ClockRows, readClocks } from './clock-rows.tsx';
import { QueueTransactions } from './queue-transactions.tsx';

const crumbs = [
  { label: 'Cases', to: '/cases' },
  { label: 'Queues', to: '/cases/queues' },
];

export function QueuePage() {
  const { id } = useParams({ from: '/shell/cases/queues/$id' });
  const found = useRead(keys.caseQueue(id), (options) => errand.caseQueues.get(id, options));
  return (
    <QueryPage query={found} title="Queue" id={id} crumbs={crumbs}>
      {(queue) => <QueueView key={id} queue={queue} />}
    </QueryPage>
  );
}

function QueueView({ queue }: { queue: CaseQueue }) {
  const isAdmin = useAccess().can('admin');
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      <PageHeader
        title={queue.name}
        id={queue.id}
        crumbs={crumbs}
        description="Changes apply to cases that are opened later."
        actions={
          isAdmin && (
            <MoreMenu items={[{ label: 'Delete queue…', danger: true, onSelect: () => setIsDeleting(true) }]} />
          )
        }
      />
      <div className="in-order grid grid-cols-1 gap-6 xl:grid-cols-[3fr_2fr]">
        <Card title="Rules">
          <QueueForm key={queue.updated_at} queue={queue} isAdmin={isAdmin} />
        </Card>
        <QueueTransactions queue={queue} isAdmin={isAdmin} />
      </div>
      <DeleteDialog
        open={isDeleting}
        onClose={() => setIsDeleting(false)}
        what="queue"
        name={queue.name}
        description="A queue that has cases cannot be deleted."
        onDelete={() => errand.caseQueues.delete(queue.id)}
        onDone={async () => {
          await navigate({ to: '/cases/queues' });
          await reload(keys.caseQueues());
        }}
      />
    </>
  );
}

function QueueForm({ queue, isAdmin }: { queue: CaseQueue; isAdmin: boolean }) {
  const [clocks, setClocks] = useState(queue.clocks);
  const [playbookId, setPlaybookId] = useState(queue.playbook_id ?? '');
  const playbooks = useRead(keys.playbookList({ page_size: 100 }), (options) =>
    errand.playbooks.list({ page_size: 100 }, options),
  );
  return (
    <SaveForm
      action="Save"
      isPrimary
      isLocked={!isAdmin}
      hint="Changing a queue needs the role admin."
      save={(text) =>
        errand.caseQueues.update(queue.id, {
          name: text('name'),
          join_rule: { by: words(text('by')), within_days: Number(text('within_days')) },
          clocks: readClocks(clocks),
          reason_codes: words(text('reason_codes')),
          four_eyes: { outcomes: words(text('outcomes')) },
          playbook_id: playbookId || null,
          retention_days: text('retention_days') === '' ? null : Number(text('retention_days')),
        })
      }
      onSaved={async () => {
        showToast('Queue saved');
        await reload(keys.caseQueues());
      }}
    >
      <TextField label="Name" name="name" required maxLength={255} defaultValue={queue.name} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Alerts join by"
          name="by"
          optional
          placeholder="account, device"
          description="Kinds of identifiers. Empty: every alert opens a case."
          defaultValue={queue.join_rule.by.join(', ')}
        />
        <TextField
          label="Within days"
          name="within_days"
          type="number"
          min={1}
          max={3650}
          required
          defaultValue={queue.join_rule.within_days}
        />
        <TextField
          label="Reason codes"
          name="reason_codes"
          optional
          description="Separated by commas. Empty: any."
          defaultValue={queue.reason_codes.join(', ')}
        />
        <TextField
          label="Outcomes with four eyes"
          name="outcomes"
          optional
          placeholder="report"
          description="A second person approves them."
          defaultValue={queue.four_eyes.outcomes.join(', ')}
        />
        <Field label="Playbook" name="playbook" member="playbook_id" optional>
          <Select
            value={playbookId}
            disabled={!isAdmin}
            onChange={(next: string) => setPlaybookId(next)}
            options={[
              { value: '', label: 'None' },
              ...(playbooks.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
        <TextField
          label="Remove closed cases after days"
          name="retention_days"
          type="number"
          min={1}
          optional
          description="Empty: never. Held cases stay."
          defaultValue={queue.retention_days ?? ''}
        />
      </div>
      <ClockRows clocks={clocks} onChange={setClocks} isLocked={!isAdmin} />
      <Problems />
    </SaveForm>
  );
}

const words = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
