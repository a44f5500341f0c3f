import { ErrandError } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FieldProblems } from './field.tsx';

type FormDialogProps<Saved> = {
  open?: boolean;
  onClose(): void;
  title: string;
  description?: ReactNode;
  /** The label of the submit button. */
  action: string;
  /** Sends the form. `text` reads a field, without spaces around it. */
  save(text: (field: string) => string, form: FormData): Promise<Saved>;
  onSaved(saved: Saved): unknown;
  /** The fields. Each shows what the service says about it. */
  children: ReactNode;
};

/** A form in a dialog. Messages about a field are beside it, all others below. */
export function FormDialog<Saved>(props: FormDialogProps<Saved>) {
  const { open = true, onClose, action, save, onSaved, children, ...dialog } = props;
  const id = useId();
  const sending = useMutation({
    meta: { quiet: true },
    mutationFn: (form: FormData) => save((field) => String(form.get(field) ?? '').trim(), form),
    onSuccess: async (saved) => {
      await onSaved(saved);
      sending.reset();
    },
  });
  const { error } = sending;
  const problems = error instanceof ErrandError ? error.fields : {};
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    sending.mutate(new FormData(event.currentTarget));
  }
  function close(): void {
    onClose();
    sending.reset();
  }
  return (
    <Dialog
      {...dialog}
      open={open}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={sending.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="flex flex-col gap-4">
        <FieldProblems value={problems}>{children}</FieldProblems>
        {error && Object.keys(problems).length === 0 && (
          <p role="alert" className="text-danger">
            {error.message}
          </p>
        )}
      </form>
    </Dialog>
  );
}
