import type { CaseSummary } from '@errand/sdk';
import { CircleCheck, CircleDashed, Flag, Hourglass, type LucideIcon, UserRound } from 'lucide-react';
import { Badge, IconBadge } from '../../design/badge.tsx';
import { RelativeTime, useNow } from '../../design/relative-time.tsx';

type State = CaseSummary['state'];

const states: Record<
  State,
  { tone: 'neutral' | 'accent' | 'positive' | 'warning' | 'danger'; icon: LucideIcon; word: string }
> = {
  open: { tone: 'neutral', icon: CircleDashed, word: 'Open' },
  in_review: { tone: 'accent', icon: UserRound, word: 'In review' },
  waiting: { tone: 'warning', icon: Hourglass, word: 'Waiting' },
  escalated: { tone: 'danger', icon: Flag, word: 'Escalated' },
  closed: { tone: 'positive', icon: CircleCheck, word: 'Closed' },
};

export const CaseState = ({ state }: { state: State }) => <IconBadge {...states[state]} />;

const priorityTones = { low: 'neutral', normal: 'neutral', high: 'warning', urgent: 'danger' } as const;

/** Only what is out of the ordinary is said. */
export const CasePriority = ({ priority }: Pick<CaseSummary, 'priority'>) =>
  priority !== 'normal' && <Badge tone={priorityTones[priority]}>{`${priority} priority`}</Badge>;

type Clock = CaseSummary['clocks'][number];

/** When a clock is due, or why it does not run. */
export function ClockTime({ clock }: { clock: Clock }) {
  const now = useNow();
  if (clock.stopped) return <span className="text-muted">stopped</span>;
  if (clock.paused) return <Badge tone="warning">Paused</Badge>;
  const isLate = Date.parse(clock.due_at) <= now;
  return (
    <span className={isLate ? 'font-medium text-danger' : undefined}>
      {isLate && 'Overdue: '}
      <RelativeTime at={clock.due_at} />
    </span>
  );
}

/** The clock of a case that is due first. */
export function NextClock({ clocks }: Pick<CaseSummary, 'clocks'>) {
  const next = clocks.find(({ paused, stopped }) => !paused && !stopped) ?? clocks[0];
  return next ? <ClockTime clock={next} /> : '–';
}
