import { type JobStatusName, jobStatuses } from '@errand/sdk';
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

const statuses: Record<JobStatusName, { icon: LucideIcon; word: string; className: string }> = {
  pending: { icon: CircleDashed, word: 'Pending', className: 'bg-pending-soft text-pending' },
  started: { icon: LoaderCircle, word: 'Running', className: 'bg-started-soft text-started' },
  retry: { icon: RotateCw, word: 'Retrying', className: 'bg-retry-soft text-retry' },
  success: { icon: CircleCheck, word: 'Succeeded', className: 'bg-success-soft text-success' },
  failure: { icon: OctagonX, word: 'Failed', className: 'bg-failure-soft text-failure' },
  cancelled: { icon: CircleSlash, word: 'Cancelled', className: 'bg-cancelled-soft text-cancelled' },
  cached: { icon: Zap, word: 'Cached', className: 'bg-cached-soft text-cached' },
};

export const statusWord = (code: number): string => statuses[jobStatuses[code] ?? 'pending'].word;

/** Icon and word, never colour alone: some colours look the same to some people. */
export function StatusBadge({ code }: { code: number }) {
  const { icon: Icon, word, className } = statuses[jobStatuses[code] ?? 'pending'];
  return (
    <span className={cx(badge, className)} data-status={jobStatuses[code]}>
      <Icon size={12} aria-hidden className={cx(code === 1 && 'animate-spin')} />
      {word}
    </span>
  );
}

/** For things that are switched off. */
export function InactiveBadge({ children }: { children: ReactNode }) {
  return (
    <span className={cx(badge, tones.neutral)}>
      <Ban size={12} aria-hidden />
      {children}
    </span>
  );
}
