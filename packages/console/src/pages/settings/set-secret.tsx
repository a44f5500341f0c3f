import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Field, Input } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';

type SetSecretProps = {
  /** Undefined if closed, empty for a new secret, otherwise the one to replace. */
  name: string | undefined;
  onClose(): void;
};

export function SetSecret({ name: given, onClose }: SetSecretProps) {
  const isNew = given === '';
  return (
    <FormDialog
      open={given !== undefined}
      onClose={onClose}
      title={isNew ? 'Create secret' : `Replace ${given}`}
      action={isNew ? 'Create' : 'Replace'}
      save={(text, form) => errand.secrets.set(isNew ? text('name') : given!, { value: String(form.get('value')) })}
      onSaved={async ({ name }) => {
        showToast(`${name} is set`);
        onClose();
        await reload(keys.secrets());
      }}
    >
      {isNew && (
        <Field label="Name" name="name" description="Letters, digits and underscores.">
          <Input
            required
            maxLength={64}
            pattern="[A-Za-z][A-Za-z0-9_]*"
            placeholder="BILLING_TOKEN"
            autoComplete="off"
          />
        </Field>
      )}
      <Field label="Value" name="value" description="Stored encrypted. It cannot be shown again.">
        <Input required type="password" maxLength={8192} autoComplete="new-password" />
      </Field>
    </FormDialog>
  );
}
