import { ErrandError } from '@errand/sdk';
import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type FormDialogProps = {
  open: boolean;
  onClose(): void;
  title: string;
  description?: ReactNode;
  /** The label of the submit button. */
  action: string;
  busy: boolean;
  /** Why the last attempt was refused. */
  error: Error | null;
  onSubmit(form: FormData): void;
  /** Renders the fields. `problemOf` returns the message about a field. */
  children(problemOf: (field: string) => string | undefined): ReactNode;
};

/** A form in a dialog. Messages about a field are beside it, all others below. */
export function FormDialog({ onClose, action, busy, error, onSubmit, children, ...dialog }: FormDialogProps) {
  const id = useId();
  const fields = error instanceof ErrandError ? error.fields : {};
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  }
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="flex flex-col gap-4">
        {children((field) => fields[field]?.join(' '))}
        {error && Object.keys(fields).length === 0 && (
          <p role="alert" className="text-danger">
            {error.message}
          </p>
        )}
      </form>
    </Dialog>
  );
}
