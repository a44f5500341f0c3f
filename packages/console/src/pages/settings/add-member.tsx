import { type CreatedInvitation, type Role, roles } from '@errand/sdk';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { roleWords } from './roles.ts';

type AddMemberProps = { organizationId: string; open: boolean; onClose(): void };

/** Invites a person by e-mail. The link is mailed or handed over; only the person chooses a password. */
export function AddMember({ organizationId, open, onClose }: AddMemberProps) {
  const { role: own } = useAccess();
  const [role, setRole] = useState<Role>('member');
  const [invitation, setInvitation] = useState<CreatedInvitation>();
  const choices = roles.toReversed().filter((one) => one !== 'owner' || own === 'owner');
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        title="Invite a person"
        action="Invite"
        save={(text) => errand.invitations.create(organizationId, { email: text('email'), role })}
        onSaved={async (created) => {
          onClose();
          setInvitation(created);
          await reload(keys.invitations());
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
      </FormDialog>
      <Dialog
        open={invitation !== undefined}
        onClose={() => setInvitation(undefined)}
        title={invitation?.url === null ? `Mailed to ${invitation.email}` : `Link for ${invitation?.email ?? ''}`}
        description="The person accepts by signing in or by choosing a password. The link works once, for seven days."
        actions={<Button onClick={() => setInvitation(undefined)}>Done</Button>}
      >
        {invitation?.mail?.problem && (
          <p role="alert" className="mb-3 rounded-md bg-warning-soft p-3 text-md text-warning">
            {invitation.mail.connection} did not mail it: {invitation.mail.problem}
          </p>
        )}
        {invitation?.url != null && (
          <>
            <p className="mb-2">Hand it to the person and to nobody else. It is shown only here.</p>
            <code className="block break-all rounded-md border border-line p-3 text-sm">{invitation.url}</code>
          </>
        )}
      </Dialog>
    </>
  );
}
