import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, Moon, Sun, SunMoon } from 'lucide-react';
import { Button, IconButton } from '../design/button.tsx';
import { Menu } from '../design/menu.tsx';
import { queryClient } from '../query-client.ts';
import { useAccess } from '../session/access.ts';
import { getSession, setSession } from '../session/session.ts';
import { setTheme, type Theme, themes, useTheme } from './theme.ts';

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
      trigger={
        <Button
          variant="quiet"
          className="h-auto! w-full justify-between py-1.5 text-left"
          aria-label="Organization and account"
        >
          <span className="min-w-0">
            <span dir="auto" className="block truncate font-semibold text-text">
              {organization?.name ?? 'Errand'}
            </span>
            <span className="block truncate text-xs text-muted">{role ?? ' '}</span>
          </span>
          <ChevronsUpDown size={14} aria-hidden />
        </Button>
      }
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

const icons: Record<Theme, typeof Sun> = { system: SunMoon, light: Sun, dark: Moon };

export const nextTheme = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length]!;

export function ThemeButton() {
  const theme = useTheme();
  const Icon = icons[theme];
  return (
    <IconButton
      label={`Theme: ${theme}. Switch to ${nextTheme(theme)}`}
      icon={<Icon size={16} aria-hidden />}
      onClick={() => setTheme(nextTheme(theme))}
    />
  );
}
