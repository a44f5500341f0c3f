import { type Member, type Role, roles } from '@errand/sdk';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Select } from '../../design/select.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { showError, showToast } from '../../design/toast.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { AddMember } from './add-member.tsx';
import { roleWords } from './roles.ts';

const PAGE_SIZE = 25;
const sourceWords = { local: 'an admin', sso: 'identity provider', scim: 'directory' };

export function Members({ organizationId }: { organizationId: string }) {
  const { page = 1 } = useSearch({ from: '/shell/settings' });
  const navigate = useNavigate({ from: '/settings' });
  const { can } = useAccess();
  const [isAdding, setIsAdding] = useState(false);
  const list = useQuery({
    queryKey: keys.members(page),
    queryFn: ({ signal }) => errand.members.list(organizationId, { page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  const isAdmin = can('admin');
  return (
    <div className="in-order flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          {isAdmin
            ? 'People who sign in with e-mail and password, or with the identity provider.'
            : 'Only admins can add people and change roles.'}
        </p>
        {isAdmin && (
          <Button variant="primary" icon={<Plus size={14} aria-hidden />} onClick={() => setIsAdding(true)}>
            Add member
          </Button>
        )}
      </div>
      <QueryView query={list}>
        {(data) => (
          <div>
            <MemberTable organizationId={organizationId} members={data.results} isAdmin={isAdmin} />
            <Pager
              page={page}
              pageSize={PAGE_SIZE}
              count={data.count}
              onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
            />
          </div>
        )}
      </QueryView>
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
    </div>
  );
}

type MemberTableProps = { organizationId: string; members: Member[]; isAdmin: boolean };

function MemberTable({ organizationId, members, isAdmin }: MemberTableProps) {
  const queryClient = useQueryClient();
  const { role: own } = useAccess();
  const [removing, setRemoving] = useState<Member>();
  const reload = () => queryClient.invalidateQueries({ queryKey: ['members'] });
  const [revokesKeys, setRevokesKeys] = useState(false);
  const change = useMutation({
    mutationFn: ({ member, role }: { member: Member; role: Role }) =>
      errand.members.changeRole(organizationId, member.user_id, { role }),
    onSuccess: async (_changed, { member, role }) => {
      showToast(`${member.display_name} is now ${role}`, {
        undo: () => change.mutate({ member: { ...member, role }, role: member.role }),
      });
      await reload();
    },
  });
  // Only an owner can add or change an owner.
  const choices = roles.toReversed().filter((role) => role !== 'owner' || own === 'owner');
  return (
    <>
      <Table label="Members">
        <thead>
          <tr>
            <Th>Name</Th>
            <Th>E-mail</Th>
            <Th>Role</Th>
            <Th>Added by</Th>
            <Th>Added</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => {
            const canChange = isAdmin && (member.role !== 'owner' || own === 'owner');
            return (
              <Tr key={member.user_id}>
                <Td className="max-w-64 truncate font-medium">
                  <bdi title={member.display_name}>{member.display_name}</bdi>
                </Td>
                <Td className="max-w-64 truncate">
                  <span title={member.email}>{member.email}</span>
                </Td>
                <Td>
                  {canChange ? (
                    <Select
                      label={`Role of ${member.display_name}`}
                      className="w-32!"
                      value={member.role}
                      options={choices.map((value) => ({ value, label: value }))}
                      onChange={(role: Role) => change.mutate({ member, role })}
                    />
                  ) : (
                    <Badge>{member.role}</Badge>
                  )}
                </Td>
                <Td className="whitespace-nowrap">
                  {sourceWords[member.source]} {!member.is_active && <Badge tone="warning">deactivated</Badge>}
                </Td>
                <Td>
                  <RelativeTime at={member.created_at} />
                </Td>
                <Td className="text-right">
                  {canChange && (
                    <Button
                      size="sm"
                      aria-label={`Remove ${member.display_name}`}
                      onClick={() => {
                        setRevokesKeys(false);
                        setRemoving(member);
                      }}
                    >
                      Remove
                    </Button>
                  )}
                </Td>
              </Tr>
            );
          })}
        </tbody>
      </Table>
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={`Remove ${removing?.display_name ?? 'the member'}?`}
        description="They lose access at once. API keys they own belong to the organization and keep working, unless you revoke them."
        action="Remove member"
        danger
        onConfirm={async () => {
          await errand.members
            .remove(organizationId, removing!.user_id, { revoke_keys: revokesKeys })
            .catch((error: unknown) => {
              showError(error, 'The member was not removed');
              throw error;
            });
          showToast('Member removed');
          await reload();
        }}
      >
        <Checkbox label="Revoke the API keys they own" checked={revokesKeys} onChange={setRevokesKeys} />
      </ConfirmDialog>
    </>
  );
}
