import { Flag, type LucideIcon, Scale, ThumbsUp } from 'lucide-react';
import { Badge } from './badge.tsx';
import { cx } from './cx.ts';
import { type VerdictTone, verdictTone } from './verdict-tone.ts';

const icons: Record<VerdictTone, LucideIcon> = { positive: ThumbsUp, warning: Scale, danger: Flag, neutral: Scale };
const colors: Record<VerdictTone, string> = {
  positive: 'text-positive',
  warning: 'text-warning',
  danger: 'text-danger',
  neutral: 'text-text',
};

/** Shows a verdict with its own kind of icon, so that it is not confused with the status of a job. */
export function VerdictBadge({ verdict }: { verdict: string }) {
  const tone = verdictTone(verdict);
  const Icon = icons[tone];
  return (
    <Badge tone={tone}>
      <Icon size={12} aria-hidden /> <bdi>{verdict}</bdi>
    </Badge>
  );
}

/** Shows the verdict as the headline of its job. */
export function VerdictTitle({ verdict }: { verdict: string }) {
  const tone = verdictTone(verdict);
  const Icon = icons[tone];
  return (
    <p className={cx('flex items-center gap-2.5 text-2xl font-semibold', colors[tone])}>
      <Icon size={24} aria-hidden className="shrink-0" />
      <span dir="auto" data-testid="verdict" className="min-w-0 break-words">
        {verdict}
      </span>
    </p>
  );
}
