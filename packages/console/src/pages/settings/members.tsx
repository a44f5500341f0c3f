import { type Member, type Role, roles } from '@errand/sdk';
import { useState } from 'react';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.ts';
import { ListSection, NewButton } from '../../lists/list-section.tsx';
import { useList } from '../../lists/use-list.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { AddMember } from './add-member.tsx';
import { Invitations } from './invitations.tsx';
import { roleWords } from './roles.ts';

const sourceWords = { local: 'an admin', sso: 'identity provider', scim: 'directory' };

export function Members({ organizationId }: { organizationId: string }) {
  const { can, role: own } = useAccess();
  const isAdmin = can('admin');
  const [isAdding, setIsAdding] = useState(false);
  const [removing, setRemoving] = useState<Member>();
  const list = useList(keys.members(), (paging, options) => errand.members.list(organizationId, paging, options));
  const canChange = (member: Member) => isAdmin && (member.role !== 'owner' || own === 'owner');
  return (
    <div className="in-order flex flex-col gap-5">
      <ListSection
        label="Members"
        description={
          isAdmin
            ? 'People who sign in with e-mail and password, or with the identity provider.'
            : 'Only admins can add people and change roles.'
        }
        actions={isAdmin && <NewButton onClick={() => setIsAdding(true)}>Invite a person</NewButton>}
        list={list}
        rowKey={(member) => member.user_id}
        columns={[
          {
            header: 'Name',
            className: 'max-w-64 truncate font-medium',
            cell: ({ display_name: name }) => <bdi title={name}>{name}</bdi>,
          },
          {
            header: 'E-mail',
            className: 'max-w-64 truncate',
            cell: ({ email }) => <span title={email}>{email}</span>,
          },
          {
            header: 'Role',
            cell: (member) =>
              canChange(member) ? (
                <RoleSelect organizationId={organizationId} member={member} />
              ) : (
                <Badge>{member.role}</Badge>
              ),
          },
          {
            header: 'Added by',
            className: 'whitespace-nowrap',
            cell: ({ source, is_active: isActive }) => (
              <>
                {sourceWords[source]} {!isActive && <Badge tone="warning">deactivated</Badge>}
              </>
            ),
          },
          { header: 'Added', at: ({ created_at: at }) => at },
          {
            actions: (member) =>
              canChange(member) && (
                <Button size="sm" aria-label={`Remove ${member.display_name}`} onClick={() => setRemoving(member)}>
                  Remove
                </Button>
              ),
          },
        ]}
      />
      {isAdmin && <Invitations organizationId={organizationId} />}
      <section aria-label="What each role can do">
        <h2 className="mb-2 text-lg font-semibold">What each role can do</h2>
        <dl className="grid max-w-4xl grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5">
          {roles.map((role) => (
            <div key={role} className="contents">
              <dt>
                <Badge>{role}</Badge>
              </dt>
              <dd>{roleWords[role]}</dd>
            </div>
          ))}
        </dl>
      </section>
      <AddMember organizationId={organizationId} open={isAdding} onClose={() => setIsAdding(false)} />
      <RemoveMember
        key={removing?.user_id}
        organizationId={organizationId}
        member={removing}
        onClose={() => setRemoving(undefined)}
      />
    </div>
  );
}

function RoleSelect({ organizationId, member }: { organizationId: string; member: Member }) {
  const { role: own } = useAccess();
  const { user_id: userId, display_name: name } = member;
  const change = useChange(
    ({ role }: { role: Role; before: Role }) => errand.members.changeRole(organizationId, userId, { role }),
    async (_changed, { role, before }) => {
      showToast(`${name} is now ${role}`, { undo: () => change.mutate({ role: before, before: role }) });
      await reload(keys.members());
    },
  );
  // Only an owner can add or change an owner.
  const choices = roles.toReversed().filter((role) => role !== 'owner' || own === 'owner');
  return (
    <Select
      label={`Role of ${name}`}
      className="w-32!"
      value={member.role}
      options={choices.map((value) => ({ value, label: value }))}
      onChange={(role: Role) => change.mutate({ role, before: member.role })}
    />
  );
}

type RemoveMemberProps = { organizationId: string; member: Member | undefined; onClose(): void };

function RemoveMember({ organizationId, member, onClose }: RemoveMemberProps) {
  const [revokesKeys, setRevokesKeys] = useState(false);
  return (
    <ConfirmDialog
      open={member !== undefined}
      onClose={onClose}
      title={`Remove ${member?.display_name ?? 'the member'}?`}
      description="They lose access at once. API keys they own belong to the organization and keep working, unless you revoke them."
      action="Remove member"
      danger
      onConfirm={() => errand.members.remove(organizationId, member!.user_id, { revoke_keys: revokesKeys })}
      done="Member removed"
      failed="The member was not removed"
      onDone={() => reload(keys.members())}
    >
      <Checkbox label="Revoke the API keys they own" checked={revokesKeys} onChange={setRevokesKeys} />
    </ConfirmDialog>
  );
}
