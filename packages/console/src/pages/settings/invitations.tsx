import type { Invitation } from '@errand/sdk';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { ListSection } from '../../lists/list-section.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';

/** People who were invited, and whether they have accepted. */
export function Invitations({ organizationId }: { organizationId: string }) {
  const [withdrawing, setWithdrawing] = useState<Invitation>();
  const list = useList(keys.invitations(), (paging, options) =>
    errand.invitations.list(organizationId, paging, options),
  );
  return (
    <>
      <ListSection
        label="Invitations"
        description="People join by accepting the link that was mailed to them, or that you hand them."
        list={list}
        rowKey={({ id }) => id}
        empty={<p className="text-muted">Nobody is invited.</p>}
        columns={[
          { header: 'E-mail', className: 'max-w-64 truncate', cell: ({ email }) => <span title={email}>{email}</span> },
          { header: 'Role', cell: ({ role }) => <Badge>{role}</Badge> },
          { header: 'State', cell: ({ status }) => status },
          { header: 'Invited by', className: 'max-w-64 truncate', cell: ({ invited_by: by }) => by },
          { header: 'Until', at: ({ expires_at: at }) => at },
          {
            actions: (invitation) =>
              invitation.status !== 'accepted' && (
                <Button
                  size="sm"
                  aria-label={`Withdraw the invitation of ${invitation.email}`}
                  onClick={() => setWithdrawing(invitation)}
                >
                  Withdraw
                </Button>
              ),
          },
        ]}
      />
      <ConfirmDialog
        open={withdrawing !== undefined}
        onClose={() => setWithdrawing(undefined)}
        title={`Withdraw the invitation of ${withdrawing?.email ?? ''}?`}
        description="Its link no longer works."
        action="Withdraw"
        danger
        onConfirm={() => errand.invitations.revoke(organizationId, withdrawing!.id)}
        done="Invitation withdrawn"
        failed="The invitation was not withdrawn"
        onDone={() => reload(keys.invitations())}
      />
    </>
  );
}
