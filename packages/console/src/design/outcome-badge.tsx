import { Ban, CircleCheck, CircleDashed, Clock, OctagonX } from 'lucide-react';
import { Badge, InactiveBadge } from './badge.tsx';

type Outcome = 'started' | 'skipped' | 'missed' | 'failed' | 'waiting';

/** Shows the outcome of a due time or an event. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  if (outcome === 'started') {
    return (
      <Badge tone="positive">
        <CircleCheck size={12} aria-hidden /> started
      </Badge>
    );
  }
  if (outcome === 'failed') {
    return (
      <Badge tone="danger">
        <OctagonX size={12} aria-hidden /> not started
      </Badge>
    );
  }
  if (outcome === 'missed') {
    return (
      <Badge tone="warning">
        <Clock size={12} aria-hidden /> missed
      </Badge>
    );
  }
  return outcome === 'skipped' ? (
    <Badge>
      <Ban size={12} aria-hidden /> skipped
    </Badge>
  ) : (
    <Badge tone="accent">
      <CircleDashed size={12} aria-hidden /> waiting
    </Badge>
  );
}

export function EnabledBadge({ enabled }: { enabled: boolean }) {
  if (!enabled) return <InactiveBadge>off</InactiveBadge>;
  return (
    <Badge tone="positive">
      <CircleCheck size={12} aria-hidden /> on
    </Badge>
  );
}
