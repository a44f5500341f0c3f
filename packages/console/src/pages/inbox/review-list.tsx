import type { ReviewTask } from '@errand/sdk';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { RelativeTime, useNow } from '../../design/relative-time.tsx';

type Part = { tasks: ReviewTask[]; count: number };
type ReviewListProps = { open: Part; taken: Part; canTake: boolean; onOpen(id: string): void };

/** Reviews that anybody may take, and those that somebody has reserved. */
export function ReviewList({ open, taken, canTake, onOpen }: ReviewListProps) {
  return (
    <Card title={`To review (${open.count})`}>
      {open.tasks.length === 0 ? (
        <p className="text-muted">No review is open. The plan of an agent draws jobs for it.</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {open.tasks.map((task) => (
            <li key={task.id}>
              <TaskButton task={task} canTake={canTake} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
      {taken.count > 0 && (
        <>
          <h3 className="mt-4 mb-1 font-medium">Reserved ({taken.count})</h3>
          <ul aria-label="Reserved" className="flex flex-col gap-2">
            {taken.tasks.map((task) => (
              <li key={task.id}>
                <TaskButton task={task} canTake={canTake} onOpen={onOpen} />
                <p className="px-3 text-xs break-all text-muted">
                  {task.reserved_by}, for <RelativeTime at={task.reserved_until} />
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

type TaskButtonProps = { task: ReviewTask; canTake: boolean; onOpen(id: string): void };

function TaskButton({ task, canTake, onOpen }: TaskButtonProps) {
  return (
    <Button variant="quiet" className="w-full justify-start" disabled={!canTake} onClick={() => onOpen(task.id)}>
      <bdi className="truncate">{task.reason}</bdi>
      {task.round === 2 && <Badge>second</Badge>}
      <Due task={task} />
    </Button>
  );
}

/** When it should be done, and whether that has passed. */
export function Due({ task: { due_at: due } }: { task: ReviewTask }) {
  const now = useNow();
  if (due === null) return null;
  return Date.parse(due) < now ? (
    <Badge tone="danger">overdue</Badge>
  ) : (
    <span className="text-muted">
      due <RelativeTime at={due} />
    </span>
  );
}
