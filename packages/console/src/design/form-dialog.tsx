import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FieldProblems } from './field.tsx';
import { ErrorText, type Saving, useSaving } from './save-form.tsx';

type FormDialogProps<Saved> = Saving<Saved> & {
  open?: boolean;
  onClose(): void;
  title: string;
  description?: ReactNode;
  /** The label of the submit button. */
  action: string;
  /** The fields. Each shows what the service says about it. */
  children: ReactNode;
};

/** A form in a dialog. Messages about a field are beside it, all others below. */
export function FormDialog<Saved>(props: FormDialogProps<Saved>) {
  const { open = true, onClose, action, save, onSaved, children, ...dialog } = props;
  const id = useId();
  const { isSending, reset, problems, message, submit } = useSaving<Saved>({
    save,
    onSaved: async (saved) => {
      await onSaved(saved);
      reset();
    },
  });
  function close(): void {
    onClose();
    reset();
  }
  return (
    <Dialog
      {...dialog}
      open={open}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={isSending}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="flex flex-col gap-4">
        <FieldProblems value={problems}>{children}</FieldProblems>
        <ErrorText>{message}</ErrorText>
      </form>
    </Dialog>
  );
}
