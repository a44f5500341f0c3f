import type { ReviewTask } from '@errand/sdk';
import { useState } from 'react';
import { useChange } from '../../data/queries.ts';
import { Button } from '../../design/button.tsx';
import { RelativeTime, useNow } from '../../design/relative-time.tsx';
import { errand } from '../../session/client.ts';

/** Shows how long the task is reserved, and offers to extend it. */
export function Reservation({ task }: { task: ReviewTask }) {
  const [until, setUntil] = useState(task.reserved_until);
  const now = useNow();
  const keep = useChange(
    () => errand.reviews.reserve(task.id),
    ({ reserved_until: next }) => setUntil(next),
  );
  if (until === null) return null;
  const isOver = Date.parse(until) <= now;
  return (
    <p className="flex flex-wrap items-center gap-2 text-muted" data-testid="reservation">
      {isOver ? (
        <span className="text-warning">Your reservation has expired. Someone else can take it now.</span>
      ) : (
        <span>
          Reserved for you, ends <RelativeTime at={until} />.
        </span>
      )}
      <Button size="sm" variant="quiet" busy={keep.isPending} onClick={() => keep.mutate()}>
        Keep it
      </Button>
    </p>
  );
}
