import { type FormEvent, useState } from 'react';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Input } from '../../design/field.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import type { SqlDraft } from './sql-drafts.ts';

type SaveDialogProps = { draft: SqlDraft; onClose(): void; onSaved(change: Partial<SqlDraft>): void };

/** Saves a worksheet that everybody in the organization can open. */
export function SaveDialog({ draft, onClose, onSaved }: SaveDialogProps) {
  const [name, setName] = useState(draft.name === 'Untitled' ? '' : draft.name);
  const save = useChange(
    () => {
      const content = { name: name.trim(), content: draft.text };
      return draft.worksheetId === undefined
        ? errand.worksheets.create(content)
        : errand.worksheets.update(draft.worksheetId, content);
    },
    async (worksheet) => {
      onSaved({ name: worksheet.name, worksheetId: worksheet.id, savedText: worksheet.content });
      showToast('Worksheet saved');
      onClose();
      await reload(keys.worksheets());
    },
  );
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    save.mutate();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={draft.worksheetId === undefined ? 'Save as a worksheet' : 'Save the worksheet'}
      description="Everyone in the organization can open it."
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            type="submit"
            form="save-worksheet"
            variant="primary"
            busy={save.isPending}
            disabled={name.trim() === ''}
          >
            Save
          </Button>
        </>
      }
    >
      <form id="save-worksheet" onSubmit={submit}>
        <Field label="Name">
          <Input required maxLength={255} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
