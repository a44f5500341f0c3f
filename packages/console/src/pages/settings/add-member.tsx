import { type Role, roles } from '@errand/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Field, Input } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { roleWords } from './roles.ts';

type AddMemberProps = { organizationId: string; open: boolean; onClose(): void };

/** Adds a member by e-mail. A new user gets a first password, which the admin passes on. */
export function AddMember({ organizationId, open, onClose }: AddMemberProps) {
  const queryClient = useQueryClient();
  const { role: own } = useAccess();
  const [role, setRole] = useState<Role>('member');
  const add = useMutation({
    meta: { quiet: true },
    mutationFn: (form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '').trim();
      return errand.members.add(organizationId, {
        email: text('email'),
        role,
        ...(text('password') !== '' && { password: text('password') }),
        ...(text('first_name') !== '' && { first_name: text('first_name') }),
        ...(text('last_name') !== '' && { last_name: text('last_name') }),
      });
    },
    onSuccess: async (member) => {
      showToast(`${member.display_name} was added as ${member.role}`);
      close();
      await queryClient.invalidateQueries({ queryKey: ['members'] });
    },
  });
  const close = () => {
    onClose();
    add.reset();
  };
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Add member"
      action="Add"
      busy={add.isPending}
      error={add.error}
      onSubmit={(form) => add.mutate(form)}
    >
      {(problem) => (
        <>
          <Field label="E-mail" name="email" error={problem('email')}>
            <Input required type="email" autoComplete="off" />
          </Field>
          <Field label="Role" description={roleWords[role]} error={problem('role')}>
            <Select
              label="Role"
              value={role}
              options={roles
                .toReversed()
                .filter((one) => one !== 'owner' || own === 'owner')
                .map((value) => ({ value, label: value }))}
              onChange={(next: Role) => setRole(next)}
            />
          </Field>
          <div className="grid grid-cols-2 gap-3">
            <Field label="First name" name="first_name" optional error={problem('first_name')}>
              <Input maxLength={150} />
            </Field>
            <Field label="Last name" name="last_name" optional error={problem('last_name')}>
              <Input maxLength={150} />
            </Field>
          </div>
          <Field
            label="First password"
            name="password"
            optional
            error={problem('password')}
            description="For new users: at least 8 characters. Pass it on to them yourself. Existing users keep their password."
          >
            <Input type="password" autoComplete="new-password" minLength={8} />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
