import { type Role, roles } from '@errand/sdk';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Field, Input, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { roleWords } from './roles.ts';

type AddMemberProps = { organizationId: string; open: boolean; onClose(): void };

/** Adds a member by e-mail. A new user gets a first password, which the admin passes on. */
export function AddMember({ organizationId, open, onClose }: AddMemberProps) {
  const { role: own } = useAccess();
  const [role, setRole] = useState<Role>('member');
  const choices = roles.toReversed().filter((one) => one !== 'owner' || own === 'owner');
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Add member"
      action="Add"
      save={(text) =>
        errand.members.add(organizationId, {
          email: text('email'),
          role,
          ...(text('password') !== '' && { password: text('password') }),
          ...(text('first_name') !== '' && { first_name: text('first_name') }),
          ...(text('last_name') !== '' && { last_name: text('last_name') }),
        })
      }
      onSaved={async (member) => {
        showToast(`${member.display_name} was added as ${member.role}`);
        onClose();
        await reload(keys.members());
      }}
    >
      <TextField label="E-mail" name="email" required type="email" autoComplete="off" />
      <Field label="Role" member="role" description={roleWords[role]}>
        <Select
          label="Role"
          value={role}
          options={choices.map((value) => ({ value, label: value }))}
          onChange={(next: Role) => setRole(next)}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <TextField label="First name" name="first_name" optional maxLength={150} />
        <TextField label="Last name" name="last_name" optional maxLength={150} />
      </div>
      <Field
        label="First password"
        name="password"
        optional
        description="For new users: at least 8 characters. Pass it on to them yourself. Existing users keep their password."
      >
        <Input type="password" autoComplete="new-password" minLength={8} />
      </Field>
    </FormDialog>
  );
}
