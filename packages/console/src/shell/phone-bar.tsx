import { Link } from '@tanstack/react-router';
import { House, Inbox, ListChecks, type LucideIcon, Menu, Search, X } from 'lucide-react';
import { COUNTED_MAX } from './navigation.tsx';

const places: { to: string; label: string; icon: LucideIcon }[] = [
  { to: '/', label: 'Home', icon: House },
  { to: '/inbox', label: 'Inbox', icon: Inbox },
  { to: '/jobs', label: 'Jobs', icon: ListChecks },
];

const look =
  'flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 rounded-sm text-xs text-muted aria-[current=page]:font-semibold aria-[current=page]:text-text';

type PhoneBarProps = { waiting: number; isOpen: boolean; onMenu(): void; onFind(): void };

/** On phones the way to other pages is at the bottom, where the thumb is. */
export function PhoneBar({ waiting, isOpen, onMenu, onFind }: PhoneBarProps) {
  const MenuIcon = isOpen ? X : Menu;
  return (
    <nav
      aria-label="Quick"
      className="fixed inset-x-0 bottom-0 z-30 flex h-(--bar-height) border-t border-border bg-surface px-2 pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {places.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
          className={look}
        >
          <span className="relative">
            <Icon size={20} aria-hidden />
            {to === '/inbox' && waiting > 0 && (
              <span className="absolute -top-1 left-4 rounded-full bg-text px-1 text-bg tabular-nums leading-4">
                {waiting > COUNTED_MAX ? `${COUNTED_MAX}+` : waiting}
                <span className="sr-only"> waiting</span>
              </span>
            )}
          </span>
          {label}
        </Link>
      ))}
      <button type="button" className={look} onClick={onFind}>
        <Search size={20} aria-hidden /> Find
      </button>
      <button type="button" aria-expanded={isOpen} className={look} onClick={onMenu}>
        <MenuIcon size={20} aria-hidden /> {isOpen ? 'Close' : 'More'}
      </button>
    </nav>
  );
}
