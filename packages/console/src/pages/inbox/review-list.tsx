import type { ReviewTask } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Card } from '../../design/card.tsx';
import { RelativeTime, useNow } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
import { errand } from '../../session/client.ts';
import { reasonWords } from './reason-words.ts';

type Part = { tasks: ReviewTask[]; count: number };
type ReviewListProps = { open: Part; taken: Part; canTake: boolean; onOpen(id: string): void };

/** Reviews that anybody may take, and those that somebody has reserved. */
export function ReviewList({ open, taken, canTake, onOpen }: ReviewListProps) {
  return (
    <Card title={`To review (${open.count})`}>
      {open.tasks.length === 0 ? (
        <p className="text-muted">No reviews are open. An agent’s review plan, under its settings, selects jobs.</p>
      ) : (
        <ul className="-mx-2 flex flex-col gap-1">
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
          <ul aria-label="Reserved" className="-mx-2 flex flex-col gap-2">
            {taken.tasks.map((task) => (
              <li key={task.id}>
                <TaskButton task={task} canTake={canTake} onOpen={onOpen} />
                <p className="px-2 text-xs break-all text-muted">
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

/** An item of the lists: its name, and under it why it is here. */
export const itemClass =
  'flex w-full min-w-0 flex-col items-start rounded-sm px-2 py-1 text-left hover:bg-hover disabled:opacity-50';

type TaskButtonProps = { task: ReviewTask; canTake: boolean; onOpen(id: string): void };

function TaskButton({ task, canTake, onOpen }: TaskButtonProps) {
  return (
    <button type="button" className={itemClass} disabled={!canTake} onClick={() => onOpen(task.id)}>
      <bdi className="max-w-full truncate font-medium">
        {useAgentNames().get(task.agent_id) ?? shortId(task.job_id)}
      </bdi>
      <span className="flex max-w-full flex-wrap items-center gap-x-2 text-muted">
        {reasonWords(task.reason)}
        {task.round === 2 && <Badge>second review</Badge>}
        <Due task={task} />
      </span>
    </button>
  );
}

/** Those of the newest agents: the id of the job stands for others. */
function useAgentNames(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: keys.agentList({ page_size: 100, include_job_stats: false }),
    queryFn: ({ signal }) => errand.agents.list({ page_size: 100, include_job_stats: false }, { signal }),
    staleTime: 60_000,
  });
  return new Map(data?.results.map(({ id, name }) => [id, name]));
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
