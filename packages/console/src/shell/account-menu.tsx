import { useNavigate } from '@tanstack/react-router';
import { Menu } from '../design/menu.tsx';
import { queryClient } from '../query-client.ts';
import { useAccess } from '../session/access.ts';
import { getSession, setSession } from '../session/session.ts';
import { AccountButton } from './account-button.tsx';

/** Which organization is looked at, and signing out. */
export function OrganizationSwitcher() {
  const { organizations, organization, role } = useAccess();
  const navigate = useNavigate();

  function choose(id: string): void {
    const session = getSession();
    if (session === undefined || id === organization?.id) return;
    setSession({ ...session, organizationId: id });
    // Nothing of the other organization may be shown, not even for a moment.
    void queryClient.resetQueries();
    void navigate({ to: '/' });
  }

  return (
    <Menu
      trigger={<AccountButton name={organization?.name} role={role} />}
      items={[
        ...organizations.map((one) => ({
          label:
            one.id === organization?.id ? <strong dir="auto">{one.name} ✓</strong> : <span dir="auto">{one.name}</span>,
          onSelect: () => choose(one.id),
        })),
        'separator',
        {
          label: 'Sign out',
          onSelect: () => {
            setSession(undefined);
            queryClient.clear();
            void navigate({ to: '/sign-in' });
          },
        },
      ]}
    />
  );
}
