import type { Case } from '@errand/sdk';
import { type ReactNode, useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Field, Textarea, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';

type Text = (field: string) => string;
type Form = {
  title: string;
  description?: string;
  action: string;
  save(id: string, text: Text, seen: Pick<Case, 'alert_count'>): Promise<unknown>;
  /** Said when it is done, if the page does not show it. */
  done?: string;
  fields: ReactNode;
};

const area = (label: string, name: string, isOptional = false) => (
  <Field label={label} name={name} optional={isOptional}>
    <Textarea name={name} required={!isOptional} maxLength={20_000} />
  </Field>
);
const reason = <TextField label="Reason" name="reason" required maxLength={2_000} />;

export type SimpleFormName = 'note' | 'task' | 'approve' | 'reject' | 'reopen' | 'check' | 'hold';

/** The forms of a case that ask for nothing but words. */
export const simpleForms: Record<SimpleFormName, Form> = {
  note: {
    title: 'Add a note',
    description: 'It stays as it is written, and can be cited in the report.',
    action: 'Add',
    save: (id, text) => errand.caseDesk.note(id, { text: text('text') }),
    fields: area('Note', 'text'),
  },
  task: {
    title: 'Add a task',
    action: 'Add',
    save: (id, text) =>
      errand.caseDesk.task(id, {
        title: text('title'),
        ...(text('due_at') !== '' && { due_at: new Date(text('due_at')).toISOString() }),
      }),
    fields: (
      <>
        <TextField label="Title" name="title" required maxLength={500} />
        <TextField label="Due" name="due_at" type="datetime-local" optional />
      </>
    ),
  },
  approve: {
    title: 'Approve the decision',
    description: 'The case closes. Only a person other than the one who proposed it can approve.',
    action: 'Approve',
    save: (id, text, { alert_count: seen }) =>
      errand.caseDesk.approve(id, { comment: text('comment') || null, expected_alert_count: seen }),
    fields: area('Comment', 'comment', true),
  },
  reject: {
    title: 'Reject the decision',
    description: 'The case stays open.',
    action: 'Reject',
    save: (id, text) => errand.caseDesk.reject(id, { comment: text('comment') }),
    fields: area('Comment', 'comment'),
  },
  reopen: {
    title: 'Reopen the case',
    description: 'The earlier decision stays on record.',
    action: 'Reopen',
    save: (id, text) => errand.caseDesk.reopen(id, { reason: text('reason') }),
    fields: reason,
  },
  check: {
    title: 'Ask for a second look',
    description:
      'Somebody other than who decided says whether the decision was right. It does not change the decision.',
    action: 'Ask',
    save: (id) => errand.caseChecks.create({ case_id: id }),
    done: 'It is in the list of second looks',
    fields: null,
  },
  hold: {
    title: 'Hold the case',
    description: 'Retention does not remove it, and the data of its jobs is not deleted, until the hold is released.',
    action: 'Hold',
    save: (id, text) => errand.caseRecords.hold(id, { reason: text('reason') }),
    done: 'The case is held',
    fields: reason,
  },
};

type SimpleFormProps = { one: Case; form: SimpleFormName; onClose(): void };

export function SimpleForm({ one, form, onClose }: SimpleFormProps) {
  const { title, description, action, save, done, fields } = simpleForms[form];
  const [seen] = useState(one);
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      {...(description !== undefined && { description })}
      action={action}
      save={(text) => save(one.id, text, seen)}
      onSaved={async () => {
        onClose();
        if (done !== undefined) showToast(done);
        await reload(keys.cases());
      }}
    >
      {fields}
    </FormDialog>
  );
}
