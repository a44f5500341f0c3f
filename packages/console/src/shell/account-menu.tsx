import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient } from '../data/query-client.ts';
import { ConfirmDialog } from '../design/dialog.tsx';
import { Menu } from '../design/menu.tsx';
import { useAccess } from '../session/access.ts';
import { errandWith } from '../session/client.ts';
import { sendDecisions } from '../session/outbox.ts';
import { getSession, hasDrafts, leaveSession, setSession } from '../session/session.ts';
import { AccountButton } from './account-button.tsx';

/** Switches the organization, and signs out. */
export function OrganizationSwitcher() {
  const { organizations, organization, role } = useAccess();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);

  async function choose(id: string): Promise<void> {
    await sendDecisions();
    const session = getSession();
    if (session === undefined || id === organization?.id) return;
    setSession({ ...session, organizationId: id });
    // Data of the other organization must not be visible even for a moment.
    void queryClient.resetQueries();
    void navigate({ to: '/' });
  }

  async function signOut(): Promise<void> {
    // This browser forgets the credential whatever the server answers. Without an answer, the session expires by
    // itself.
    await sendDecisions();
    const session = getSession();
    const ended =
      session?.kind === 'user'
        ? await errandWith(session.credential)
            .sso.signOut()
            .catch(() => undefined)
        : undefined;
    leaveSession();
    // Users of the identity provider are signed out there too. Otherwise one click would sign them in again.
    if (ended?.url) return location.assign(ended.url);
    await navigate({ to: '/sign-in' });
    queryClient.clear();
  }

  return (
    <>
      <Menu
        trigger={<AccountButton name={organization?.name} role={role} />}
        items={[
          ...organizations.map((one) => ({
            label:
              one.id === organization?.id ? (
                <strong dir="auto">{one.name} ✓</strong>
              ) : (
                <span dir="auto">{one.name}</span>
              ),
            onSelect: () => choose(one.id),
          })),
          'separator',
          { label: 'Sign out', onSelect: () => (hasDrafts() ? setIsAsking(true) : void signOut()) },
        ]}
      />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Sign out and discard your drafts?"
        description="Unpublished and unsaved work exists only in this browser. Signing out removes it, so the next user does not see it."
        action="Sign out"
        danger
        onConfirm={signOut}
      />
    </>
  );
}
