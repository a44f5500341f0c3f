import { Ban, CircleCheck, CircleDashed, Clock, OctagonX } from 'lucide-react';
import { IconBadge, InactiveBadge } from './badge.tsx';

const outcomes = {
  started: { tone: 'positive', icon: CircleCheck, word: 'started' },
  failed: { tone: 'danger', icon: OctagonX, word: 'not started' },
  missed: { tone: 'warning', icon: Clock, word: 'missed' },
  skipped: { tone: 'neutral', icon: Ban, word: 'skipped' },
  waiting: { tone: 'accent', icon: CircleDashed, word: 'waiting' },
} as const;

/** Shows the outcome of a due time or an event. */
export const OutcomeBadge = ({ outcome }: { outcome: keyof typeof outcomes }) => <IconBadge {...outcomes[outcome]} />;

export const EnabledBadge = ({ enabled }: { enabled: boolean }) =>
  enabled ? <IconBadge tone="positive" icon={CircleCheck} word="on" /> : <InactiveBadge>off</InactiveBadge>;
