import { type DisplayStatus, type JobStatusName, jobStatuses } from '@errand/sdk';
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  RotateCw,
  Zap,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { stateWords, statusWord } from './status-word.ts';

type Tone = 'neutral' | 'accent' | 'positive' | 'warning' | 'danger';

const tones: Record<Tone, string> = {
  neutral: 'bg-pending-soft text-pending',
  accent: 'bg-started-soft text-started',
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

const statuses: Record<JobStatusName | 'waiting', { icon: LucideIcon; className: string }> = {
  pending: { icon: CircleDashed, className: 'bg-pending-soft text-pending' },
  started: { icon: LoaderCircle, className: 'bg-started-soft text-started' },
  waiting: { icon: Hourglass, className: 'bg-warning-soft text-warning' },
  retry: { icon: RotateCw, className: 'bg-retry-soft text-retry' },
  success: { icon: CircleCheck, className: 'bg-success-soft text-success' },
  failure: { icon: OctagonX, className: 'bg-failure-soft text-failure' },
  cancelled: { icon: CircleSlash, className: 'bg-cancelled-soft text-cancelled' },
  cached: { icon: Zap, className: 'bg-cached-soft text-cached' },
};

type StatusBadgeProps = {
  code: number;
  /** The state as people see it: only this tells a started job that waits from one that runs. */
  state?: DisplayStatus;
};

/** Shows an icon and a word, never colour alone, because some people cannot distinguish some colours. */
export function StatusBadge({ code, state }: StatusBadgeProps) {
  const byCode = jobStatuses[code] ?? 'pending';
  const shown = byCode === 'started' && state === 'queued' ? 'pending' : state === 'waiting' ? 'waiting' : byCode;
  const { icon: Icon, className } = statuses[shown];
  return (
    <span className={cx(badge, className)} data-status={shown}>
      <Icon size={12} aria-hidden className={cx(shown === 'started' && 'animate-spin')} />
      {shown === byCode ? statusWord(code) : stateWords[state!]}
    </span>
  );
}

/** For things that are turned off. */
export const InactiveBadge = ({ children }: { children: string }) => (
  <IconBadge tone="neutral" icon={Ban} word={children} />
);
