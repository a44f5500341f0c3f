import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Field, Input, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';

export const ChangePassword = ({ open, onClose }: { open: boolean; onClose(): void }) => (
  <FormDialog
    open={open}
    onClose={onClose}
    title="Change password"
    action="Change password"
    // Spaces around a password belong to it.
    save={(_text, form) =>
      errand.signIn.changePassword({
        current_password: String(form.get('current_password')),
        new_password: String(form.get('new_password')),
      })
    }
    onSaved={async () => {
      showToast('Password changed; all other sessions ended');
      onClose();
      await reload(keys.sessions());
    }}
  >
    <TextField
      label="Current password"
      name="current_password"
      required
      type="password"
      autoComplete="current-password"
    />
    <Field label="New password" name="new_password" description="At least 8 characters. It ends all other sessions.">
      <Input required type="password" minLength={8} maxLength={1000} autoComplete="new-password" />
    </Field>
  </FormDialog>
);
