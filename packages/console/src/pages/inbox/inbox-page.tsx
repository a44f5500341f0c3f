import type { ReviewStats, ReviewTask, Wait } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { cx } from '../../design/cx.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatDuration } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { Warnings } from '../../design/warnings.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { WaitCard } from '../waits/wait-card.tsx';
import { itemClass, ReviewList } from './review-list.tsx';
import { ReviewPane } from './review-pane.tsx';
import { useInbox } from './use-inbox.ts';
import { WaitEvidence } from './wait-evidence.tsx';

/** What waits for a person, one at a time: approvals and questions of jobs first, then reviews. */
export function InboxPage() {
  const inbox = useInbox();
  const { can } = useAccess();
  const { current, next, skip } = inbox;
  useShortcuts([
    { keys: 'n', label: 'Next', run: () => can('member') && next() },
    { keys: 's', label: 'Skip', run: skip },
  ]);
  const waits = inbox.waits.data?.results ?? [];
  return (
    <>
      <PageHeader
        title="Inbox"
        description="Jobs that wait for you, and finished jobs to review."
        actions={
          <>
            <Link to="/waits" search={{ all: true }} className={buttonClass()}>
              All waiting jobs
            </Link>
            <Button variant="primary" busy={inbox.isBusy} disabled={!can('member')} onClick={next}>
              Next
            </Button>
          </>
        }
      />
      <ReviewFigures />
      {/* What is taken has the width of the page, so that its evidence stands beside it. */}
      <div className={cx('grid grid-cols-1 gap-5', current === undefined && 'lg:grid-cols-[18rem_minmax(0,1fr)]')}>
        <div
          className={cx('min-w-0 gap-5', current === undefined ? 'flex flex-col' : 'order-last grid lg:grid-cols-2')}
        >
          <WaitList waits={waits} count={inbox.waits.data?.count ?? 0} onOpen={inbox.openWait} />
          <ReviewList
            open={partOf(inbox.reviews.data)}
            taken={partOf(inbox.taken.data)}
            canTake={can('member')}
            onOpen={inbox.openReview}
          />
        </div>
        <section aria-label="To do" className="min-w-0">
          {current === undefined ? (
            <EmptyState title={inbox.isEmpty ? 'All done' : 'Nothing open'}>
              {inbox.isEmpty ? 'New items appear here on their own.' : 'Choose Next, or pick an item from the lists.'}
              <span className="mt-2 block max-sm:hidden">
                Keys: N next, A agree, C correct, S skip, 1 to 9 choose an answer.
              </span>
            </EmptyState>
          ) : current.kind === 'wait' ? (
            <div key={current.wait.id} className="grid grid-cols-1 gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
              <WaitEvidence wait={current.wait} />
              <div className="order-first flex min-w-0 flex-col gap-3 xl:order-none">
                <WaitCard wait={current.wait} withJob withKeys />
                <div>
                  <Button onClick={skip}>Skip</Button>
                </div>
              </div>
            </div>
          ) : (
            <ReviewPane key={current.task.id} task={current.task} onDone={next} onSkip={skip} />
          )}
        </section>
      </div>
    </>
  );
}

const partOf = (data: { results: ReviewTask[]; count: number } | undefined) => ({
  tasks: data?.results ?? [],
  count: data?.count ?? 0,
});

function WaitList({ waits, count, onOpen }: { waits: Wait[]; count: number; onOpen(wait: Wait): void }) {
  return (
    <Card title={`Waiting for you (${count})`}>
      {waits.length === 0 ? (
        <p className="text-muted">No jobs are waiting for you.</p>
      ) : (
        <ul className="-mx-2 flex flex-col gap-1">
          {waits.map((wait) => (
            <li key={wait.id}>
              <button type="button" className={itemClass} onClick={() => onOpen(wait)}>
                <bdi className="max-w-full truncate font-medium" title={wait.title}>
                  {wait.title}
                </bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const reviews = (count: number): string => `${count} ${count === 1 ? 'review' : 'reviews'}`;
const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)} %`);

/** How the reviews of all agents came out. */
function ReviewFigures() {
  const { data } = useQuery({
    queryKey: keys.reviewStats(),
    queryFn: ({ signal }) => errand.reviews.stats({}, { signal }),
    refetchInterval: 30_000,
  });
  if (data === undefined || (data.done === 0 && data.open === 0)) return null;
  return (
    <div className="mb-5 flex flex-col gap-3">
      <Warnings title="Decisions faster than reading" items={data.warnings} />
      <p className="text-muted" data-testid="review figures">
        {data.done === 0 ? `${reviews(data.open)} open, none done yet.` : doneWords(data)}{' '}
        {data.overdue > 0 && <strong className="text-danger">{data.overdue} overdue.</strong>}
      </p>
    </div>
  );
}

function doneWords({ done, agreement, override_rate: corrected, median_seconds: median, second }: ReviewStats): string {
  const each = median === null ? '' : `, ${formatDuration(median * 1_000)} each`;
  const others =
    second.compared === 0 ? '' : ` Second reviewers agreed in ${percent(second.agreement)} of ${second.compared} jobs.`;
  return `${reviews(done)} done: ${percent(agreement)} agreed with the output, ${percent(corrected)} corrected it${each}.${others}`;
}
