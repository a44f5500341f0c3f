import type { Case } from '@errand/sdk';
import { type ReactNode, useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Field, Textarea, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { MoreMenu } from '../../design/menu.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

type Asked = 'note' | 'task' | 'decide' | 'approve' | 'reject' | 'reopen' | 'merge';

/** What can be done with a case in its state. */
export function CaseActions({ one }: { one: Case }) {
  const { can } = useAccess();
  const [asked, setAsked] = useState<Asked>();
  const { data: user } = useRead(keys.user(), (options) => errand.signIn.currentUser(options));
  const assign = useChange(
    (userId: number | null) => errand.caseDesk.assign(one.id, { user_id: userId }),
    () => reload(keys.cases()),
  );
  if (!can('analyst')) return null;
  const isOpen = one.state !== 'closed';
  const isMine = user !== undefined && one.assignee?.user_id === user.id;
  return (
    <>
      {isOpen && user && (
        <Button busy={assign.isPending} onClick={() => assign.mutate(isMine ? null : user.id)}>
          {isMine ? 'Give back' : 'Assign to me'}
        </Button>
      )}
      <Button onClick={() => setAsked('note')}>Add note</Button>
      {one.proposed_decision
        ? can('approver') && (
            <>
              <Button onClick={() => setAsked('reject')}>Reject…</Button>
              <Button variant="primary" onClick={() => setAsked('approve')}>
                Approve…
              </Button>
            </>
          )
        : isOpen && (
            <Button variant="primary" onClick={() => setAsked('decide')}>
              Decide…
            </Button>
          )}
      {!isOpen && one.merged_into_case_id === null && <Button onClick={() => setAsked('reopen')}>Reopen…</Button>}
      {isOpen && (
        <MoreMenu
          items={[
            { label: 'Add task…', onSelect: () => setAsked('task') },
            { label: 'Merge into another case…', onSelect: () => setAsked('merge') },
          ]}
        />
      )}
      {asked && <ActionDialog key={asked} one={one} asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

type Text = (field: string) => string;
type Form = { title: string; action: string; save(id: string, text: Text): Promise<unknown>; fields: ReactNode };

const area = (label: string, name: string, isOptional = false) => (
  <Field label={label} name={name} optional={isOptional}>
    <Textarea name={name} required={!isOptional} maxLength={20_000} />
  </Field>
);

const forms: Record<Asked, Form> = {
  note: {
    title: 'Add a note',
    action: 'Add',
    save: (id, text) => errand.caseDesk.note(id, { text: text('text') }),
    fields: area('Note', 'text'),
  },
  task: {
    title: 'Add a task',
    action: 'Add',
    save: (id, text) => errand.caseDesk.task(id, { title: text('title') }),
    fields: <TextField label="Title" name="title" required maxLength={500} />,
  },
  decide: {
    title: 'Decide the case',
    action: 'Decide',
    save: (id, text) =>
      errand.caseDesk.decide(id, {
        outcome: text('outcome'),
        reason_code: text('reason_code'),
        narrative: text('narrative'),
      }),
    fields: (
      <>
        <TextField label="Outcome" name="outcome" required maxLength={100} />
        <TextField label="Reason code" name="reason_code" required maxLength={100} />
        {area('Narrative', 'narrative', true)}
      </>
    ),
  },
  approve: {
    title: 'Approve the decision',
    action: 'Approve',
    save: (id, text) => errand.caseDesk.approve(id, { comment: text('comment') || null }),
    fields: area('Comment', 'comment', true),
  },
  reject: {
    title: 'Reject the decision',
    action: 'Reject',
    save: (id, text) => errand.caseDesk.reject(id, { comment: text('comment') }),
    fields: area('Comment', 'comment'),
  },
  reopen: {
    title: 'Reopen the case',
    action: 'Reopen',
    save: (id, text) => errand.caseDesk.reopen(id, { reason: text('reason') }),
    fields: <TextField label="Reason" name="reason" required maxLength={2_000} />,
  },
  merge: {
    title: 'Merge into another case',
    action: 'Merge',
    save: (id, text) => errand.caseDesk.merge(id, { into_case_id: text('into_case_id'), reason: text('reason') }),
    fields: (
      <>
        <TextField label="Id of the other case" name="into_case_id" required mono />
        <TextField label="Reason" name="reason" required maxLength={2_000} />
      </>
    ),
  },
};

function ActionDialog({ one, asked, onClose }: { one: Case; asked: Asked; onClose(): void }) {
  const { title, action, save, fields } = forms[asked];
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      action={action}
      save={(text) => save(one.id, text)}
      onSaved={async () => {
        onClose();
        await reload(keys.cases());
      }}
    >
      {fields}
    </FormDialog>
  );
}
