import { ErrandError } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { FieldProblems } from './field.tsx';

export type Saving<Saved> = {
  /** Sends the form. `text` reads a field, without spaces around it. */
  save(text: (field: string) => string, form: FormData): Promise<Saved>;
  onSaved(saved: Saved): unknown;
};

/** Sends a form, and knows what the service says about its fields. */
export function useSaving<Saved>({ save, onSaved }: Saving<Saved>) {
  const sending = useMutation({
    meta: { quiet: true },
    mutationFn: (form: FormData) => save((field) => String(form.get(field) ?? '').trim(), form),
    onSuccess: onSaved,
  });
  const problems = sending.error instanceof ErrandError ? sending.error.fields : {};
  return {
    isSending: sending.isPending,
    reset: sending.reset,
    problems,
    /** What is wrong, unless it is about a field. */
    message: Object.keys(problems).length === 0 ? sending.error?.message : undefined,
    submit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      sending.mutate(new FormData(event.currentTarget));
    },
  };
}

/** Shows what went wrong. */
export const ErrorText = ({ children }: { children: ReactNode }) =>
  children && (
    <p role="alert" className="text-danger">
      {children}
    </p>
  );

type SaveFormProps<Saved> = Saving<Saved> & {
  /** The label of the submit button. */
  action: string;
  isPrimary?: boolean;
  /** Nobody can change it who lacks the role. `hint` says so. */
  isLocked?: boolean;
  hint?: ReactNode;
  /** Something must be chosen before it can be saved. */
  isIncomplete?: boolean;
  /** One field with its button beside it. */
  inline?: boolean;
  /** Buttons beside the one that saves. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A form in a page. Messages about a field are beside it, all others above the button. */
export function SaveForm<Saved>(props: SaveFormProps<Saved>) {
  const {
    action,
    isPrimary = false,
    isLocked = false,
    isIncomplete = false,
    hint,
    inline = false,
    actions,
    children,
  } = props;
  const { isSending, problems, message, submit } = useSaving(props);
  return (
    <form onSubmit={submit} className={inline ? 'flex flex-wrap items-end gap-2' : 'flex flex-col gap-4'}>
      <fieldset disabled={isLocked} className="contents">
        <FieldProblems value={problems}>{children}</FieldProblems>
      </fieldset>
      <ErrorText>{message}</ErrorText>
      {isLocked && hint !== undefined ? (
        <p className="text-muted">{hint}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant={isPrimary ? 'primary' : 'secondary'}
            disabled={isLocked || isIncomplete}
            busy={isSending}
          >
            {action}
          </Button>
          {actions}
        </div>
      )}
    </form>
  );
}
