import { Link } from '@tanstack/react-router';
import {
  BookOpen,
  Bot,
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
  Scale,
  Settings,
  Table2,
  Target,
  Webhook,
  Zap,
} from 'lucide-react';

export type Place = { to: string; label: string; icon: LucideIcon /** After G. */; key: string };

export const places: Place[] = [
  { to: '/', label: 'Home', icon: House, key: 'h' },
  { to: '/agents', label: 'Agents', icon: Bot, key: 'a' },
  { to: '/jobs', label: 'Jobs', icon: ListChecks, key: 'j' },
  { to: '/inbox', label: 'Inbox', icon: Inbox, key: 'n' },
  { to: '/batches', label: 'Batches', icon: Layers, key: 'b' },
  { to: '/policies', label: 'Policies', icon: Scale, key: 'p' },
  { to: '/skills', label: 'Skills', icon: BookOpen, key: 'k' },
  { to: '/knowledge', label: 'Knowledge', icon: Library, key: 'l' },
  { to: '/evaluations', label: 'Evaluations', icon: Target, key: 'v' },
  { to: '/webhooks', label: 'Webhooks', icon: Webhook, key: 'w' },
  { to: '/schedules', label: 'Schedules', icon: CalendarClock, key: 'c' },
  { to: '/triggers', label: 'Triggers', icon: Zap, key: 'r' },
  { to: '/sql', label: 'SQL', icon: Database, key: 's' },
  { to: '/tables', label: 'Tables', icon: Table2, key: 't' },
  { to: '/usage', label: 'Usage', icon: ChartNoAxesColumn, key: 'u' },
  { to: '/settings', label: 'Settings', icon: Settings, key: 'e' },
  { to: '/system/health', label: 'Health', icon: HeartPulse, key: 'i' },
];

export function Navigation({ onNavigate }: { onNavigate?(): void }) {
  return (
    <nav aria-label="Main" className="flex flex-col gap-0.5">
      {places.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          onClick={onNavigate}
          title={label}
          activeOptions={{ exact: to === '/' }}
          activeProps={{ 'aria-current': 'page' }}
          className="flex h-8 shrink-0 items-center gap-2.5 rounded-sm px-2.5 font-medium lg:max-xl:justify-center text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
        >
          <Icon size={16} aria-hidden />
          <span className="lg:max-xl:sr-only">{label}</span>
        </Link>
      ))}
    </nav>
  );
}
