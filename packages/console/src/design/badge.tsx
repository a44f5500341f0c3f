import { type JobStatusName, jobStatus, jobStatuses } from '@errand/sdk';
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  RotateCw,
  Zap,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { statusWord } from './status-word.ts';

type Tone = 'neutral' | 'accent' | 'positive' | 'warning' | 'danger';

const tones: Record<Tone, string> = {
  neutral: 'bg-pending-soft text-pending',
  accent: 'bg-accent-soft text-accent',
  positive: 'bg-positive-soft text-positive',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
};

const badge = 'inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap';

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={cx(badge, tones[tone])}>{children}</span>;
}

type IconBadgeProps = { tone: Tone; icon: LucideIcon; word: string };

export const IconBadge = ({ tone, icon: Icon, word }: IconBadgeProps) => (
  <Badge tone={tone}>
    <Icon size={12} aria-hidden /> {word}
  </Badge>
);

const statuses: Record<JobStatusName, { icon: LucideIcon; className: string }> = {
  pending: { icon: CircleDashed, className: 'bg-pending-soft text-pending' },
  started: { icon: LoaderCircle, className: 'bg-started-soft text-started' },
  retry: { icon: RotateCw, className: 'bg-retry-soft text-retry' },
  success: { icon: CircleCheck, className: 'bg-success-soft text-success' },
  failure: { icon: OctagonX, className: 'bg-failure-soft text-failure' },
  cancelled: { icon: CircleSlash, className: 'bg-cancelled-soft text-cancelled' },
  cached: { icon: Zap, className: 'bg-cached-soft text-cached' },
};

/** Shows an icon and a word, never colour alone, because some people cannot distinguish some colours. */
export function StatusBadge({ code }: { code: number }) {
  const { icon: Icon, className } = statuses[jobStatuses[code] ?? 'pending'];
  return (
    <span className={cx(badge, className)} data-status={jobStatuses[code]}>
      <Icon size={12} aria-hidden className={cx(code === jobStatus.started && 'animate-spin')} />
      {statusWord(code)}
    </span>
  );
}

/** For things that are turned off. */
export const InactiveBadge = ({ children }: { children: string }) => (
  <IconBadge tone="neutral" icon={Ban} word={children} />
);
