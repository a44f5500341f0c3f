import type { ReviewTask } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Card } from '../../design/card.tsx';
import { RelativeTime, useNow } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
import { VerdictBadge } from '../../design/verdict-badge.tsx';
import { errand } from '../../session/client.ts';
import { reasonWords } from './reason-words.ts';

type Filter = Parameters<typeof errand.reviews.list>[0];
type ReviewListProps = { current: string | undefined };

/** Lists open reviews, reserved ones, and those on which two people disagree. */
export function ReviewList({ current }: ReviewListProps) {
  const open = useReviews({ state: 'open' });
  const taken = useReviews({ state: 'reserved' });
  const disputed = useReviews({ state: 'disputed', disagreed: true });
  return (
    <Card title={`To review (${open?.count ?? 0})`}>
      {open?.count === 0 ? (
        <p className="text-muted">No reviews are open. An agent’s review plan, under its settings, selects jobs.</p>
      ) : (
        <Tasks label="To review" tasks={open?.results ?? []} current={current} />
      )}
      {taken !== undefined && taken.count > 0 && (
        <>
          <h3 className="mt-4 mb-1 font-medium">Reserved ({taken.count})</h3>
          <Tasks label="Reserved" tasks={taken.results} current={current} />
        </>
      )}
      {disputed !== undefined && disputed.count > 0 && (
        <>
          <h3 className="mt-4 mb-1 font-medium">Reviewers disagree ({disputed.count})</h3>
          <Tasks label="Reviewers disagree" tasks={disputed.results} current={current} />
        </>
      )}
    </Card>
  );
}

function useReviews(filter: Filter) {
  const query = { ...filter, page_size: '20' };
  return useRead(keys.reviewList(query), (options) => errand.reviews.list(query, options), { refetchInterval: 5_000 })
    .data;
}

function Tasks({ label, tasks, current }: { label: string; tasks: ReviewTask[]; current: string | undefined }) {
  return (
    <ul aria-label={label} className="-mx-2 flex flex-col">
      {tasks.map((task) => (
        <li key={task.id}>
          <Link
            to="/inbox"
            search={{ review: task.id }}
            aria-current={task.id === current ? 'true' : undefined}
            className="flex flex-col gap-0.5 rounded-sm px-2 py-1.5 hover:bg-hover aria-[current=true]:bg-accent-soft"
          >
            <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <bdi className="min-w-0 font-medium break-words">{task.agent_name || shortId(task.job_id)}</bdi>
              {task.verdict !== null && <VerdictBadge verdict={task.verdict} />}
              {task.round === 2 && <Badge>second review</Badge>}
              <Due task={task} />
            </span>
            <span className="text-xs break-words text-muted">
              {reasonWords(task.reason)} · <RelativeTime at={task.created_at} /> · {shortId(task.job_id)}
            </span>
            <Standing task={task} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Shows who has reserved or skipped it. */
function Standing({ task }: { task: ReviewTask }) {
  const skip = task.skips.at(-1);
  if (task.state === 'reserved')
    return (
      <span className="text-xs break-words text-muted">
        reserved by {task.reserved_by}, ends <RelativeTime at={task.reserved_until} />
      </span>
    );
  if (task.decision !== null || task.state === 'done' || skip === undefined) return null;
  return (
    <span dir="auto" className="line-clamp-2 text-xs break-words text-warning">
      skipped by {skip.by}: {skip.reason}
    </span>
  );
}

/** Shows when it is due, and whether it is overdue. */
export function Due({ task: { due_at: due, state } }: { task: ReviewTask }) {
  const now = useNow();
  if (due === null || state === 'done' || state === 'disputed') return null;
  return Date.parse(due) < now ? (
    <Badge tone="danger">overdue</Badge>
  ) : (
    <span className="text-xs text-muted">
      due <RelativeTime at={due} />
    </span>
  );
}
