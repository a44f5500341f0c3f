import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../data/query-keys.ts';
import { Field, Input } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';

export function ChangePassword({ open, onClose }: { open: boolean; onClose(): void }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    meta: { quiet: true },
    mutationFn: (passwords: { current_password: string; new_password: string }) =>
      errand.signIn.changePassword(passwords),
    onSuccess: async () => {
      showToast('Password changed; all other sessions ended');
      close();
      await queryClient.invalidateQueries({ queryKey: keys.sessions() });
    },
  });
  const close = (): void => {
    onClose();
    change.reset();
  };
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Change password"
      action="Change password"
      busy={change.isPending}
      error={change.error}
      onSubmit={(form) =>
        change.mutate({
          current_password: String(form.get('current_password')),
          new_password: String(form.get('new_password')),
        })
      }
    >
      {(problem) => (
        <>
          <Field label="Current password" name="current_password" error={problem('current_password')}>
            <Input required type="password" autoComplete="current-password" />
          </Field>
          <Field
            label="New password"
            name="new_password"
            description="At least 8 characters. It ends all other sessions."
            error={problem('new_password')}
          >
            <Input required type="password" minLength={8} maxLength={1000} autoComplete="new-password" />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
