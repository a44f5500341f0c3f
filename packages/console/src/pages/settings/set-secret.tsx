import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../data/query-keys.ts';
import { Field, Input } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';

type SetSecretProps = {
  /** Undefined if closed, empty for a new secret, otherwise the one to replace. */
  name: string | undefined;
  onClose(): void;
};

export function SetSecret({ name: given, onClose }: SetSecretProps) {
  const queryClient = useQueryClient();
  const isNew = given === '';
  const set = useMutation({
    meta: { quiet: true },
    mutationFn: ({ name, value }: { name: string; value: string }) => errand.secrets.set(name, { value }),
    onSuccess: async ({ name }) => {
      showToast(`${name} is set`);
      close();
      await queryClient.invalidateQueries({ queryKey: keys.secrets() });
    },
  });
  const close = (): void => {
    onClose();
    set.reset();
  };
  return (
    <FormDialog
      open={given !== undefined}
      onClose={close}
      title={isNew ? 'Create secret' : `Replace ${given}`}
      action={isNew ? 'Create' : 'Replace'}
      busy={set.isPending}
      error={set.error}
      onSubmit={(form) =>
        set.mutate({ name: isNew ? String(form.get('name')).trim() : given!, value: String(form.get('value')) })
      }
    >
      {(problem) => (
        <>
          {isNew && (
            <Field label="Name" name="name" description="Letters, digits and underscores." error={problem('name')}>
              <Input
                required
                maxLength={64}
                pattern="[A-Za-z][A-Za-z0-9_]*"
                placeholder="BILLING_TOKEN"
                autoComplete="off"
              />
            </Field>
          )}
          <Field
            label="Value"
            name="value"
            description="Stored encrypted. It cannot be shown again."
            error={problem('value')}
          >
            <Input required type="password" maxLength={8192} autoComplete="new-password" />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
