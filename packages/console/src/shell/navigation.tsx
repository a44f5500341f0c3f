import { Link } from '@tanstack/react-router';
import {
  BookOpen,
  Bot,
  Briefcase,
  CalendarClock,
  ChartNoAxesColumn,
  Database,
  HeartPulse,
  House,
  Inbox,
  Layers,
  Library,
  ListChecks,
  type LucideIcon,
  Route,
  Scale,
  Settings,
  Table2,
  Target,
  UserSearch,
  Webhook,
  Zap,
} from 'lucide-react';

export type Place = { to: string; label: string; icon: LucideIcon /** After G. */; key: string };

type Group = { label?: string; places: Place[] };

const groups: Group[] = [
  {
    places: [
      { to: '/', label: 'Home', icon: House, key: 'h' },
      { to: '/inbox', label: 'Inbox', icon: Inbox, key: 'n' },
    ],
  },
  {
    label: 'Run',
    places: [
      { to: '/agents', label: 'Agents', icon: Bot, key: 'a' },
      { to: '/jobs', label: 'Jobs', icon: ListChecks, key: 'j' },
      { to: '/batches', label: 'Batches', icon: Layers, key: 'b' },
      { to: '/schedules', label: 'Schedules', icon: CalendarClock, key: 'c' },
      { to: '/triggers', label: 'Triggers', icon: Zap, key: 'r' },
      { to: '/webhooks', label: 'Webhooks', icon: Webhook, key: 'w' },
    ],
  },
  {
    label: 'Decide',
    places: [
      { to: '/cases', label: 'Cases', icon: Briefcase, key: 'd' },
      { to: '/playbooks', label: 'Playbooks', icon: Route, key: 'o' },
      { to: '/policies', label: 'Policies', icon: Scale, key: 'p' },
      { to: '/evaluations', label: 'Evaluations', icon: Target, key: 'v' },
      { to: '/knowledge', label: 'Knowledge', icon: Library, key: 'l' },
      { to: '/skills', label: 'Skills', icon: BookOpen, key: 'k' },
      { to: '/screening', label: 'Screening', icon: UserSearch, key: 'y' },
    ],
  },
  {
    label: 'Data',
    places: [
      { to: '/sql', label: 'SQL', icon: Database, key: 's' },
      { to: '/tables', label: 'Tables', icon: Table2, key: 't' },
    ],
  },
  {
    label: 'Manage',
    places: [
      { to: '/usage', label: 'Usage', icon: ChartNoAxesColumn, key: 'u' },
      { to: '/settings', label: 'Settings', icon: Settings, key: 'e' },
      { to: '/system/health', label: 'Health', icon: HeartPulse, key: 'i' },
    ],
  },
];

/** More are not told apart. */
export const COUNTED_MAX = 99;

export const places: Place[] = groups.flatMap((group) => group.places);

type NavigationProps = {
  /** What waits for this person, by place. */ waiting: Record<string, number>;
  onNavigate?(): void;
};

export function Navigation({ waiting, onNavigate }: NavigationProps) {
  return (
    <nav aria-label="Main" className="flex flex-col gap-2">
      {groups.map(({ label, places }) => (
        <div key={label ?? ''} role="group" aria-label={label} className="flex flex-col gap-0.5">
          {label !== undefined && (
            <>
              <p aria-hidden className="px-2.5 pb-0.5 text-muted text-xs lg:max-xl:hidden">
                {label}
              </p>
              <hr className="mx-2.5 mb-1.5 hidden border-border lg:max-xl:block" />
            </>
          )}
          {places.map((place) => (
            <NavigationLink key={place.to} place={place} count={waiting[place.to] ?? 0} onNavigate={onNavigate} />
          ))}
        </div>
      ))}
    </nav>
  );
}

type NavigationLinkProps = { place: Place; count: number; onNavigate: (() => void) | undefined };

function NavigationLink({ place, count, onNavigate }: NavigationLinkProps) {
  const { to, label, icon: Icon } = place;
  return (
    <Link
      to={to}
      onClick={onNavigate}
      title={label}
      activeOptions={{ exact: to === '/' }}
      activeProps={{ 'aria-current': 'page' }}
      className="relative flex h-8 shrink-0 items-center gap-2.5 rounded-sm px-2.5 lg:h-7 font-medium lg:max-xl:justify-center text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:text-text aria-[current=page]:font-semibold"
    >
      <Icon size={16} aria-hidden />
      <span className="lg:max-xl:sr-only">{label}</span>
      {count > 0 && (
        <span className="ml-auto text-xs tabular-nums lg:max-xl:absolute lg:max-xl:top-0 lg:max-xl:right-1.5">
          {count > COUNTED_MAX ? `${COUNTED_MAX}+` : count}
          <span className="sr-only"> waiting</span>
        </span>
      )}
    </Link>
  );
}
