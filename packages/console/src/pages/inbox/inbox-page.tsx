import type { ReviewStats, Wait } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { cx } from '../../design/cx.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatDuration } from '../../design/format.ts';
import { KeyHint } from '../../design/key-hint.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Warnings } from '../../design/warnings.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { WaitCard } from '../waits/wait-card.tsx';
import { ReviewList } from './review-list.tsx';
import { ReviewPane } from './review-pane.tsx';
import { useInbox } from './use-inbox.ts';
import { WaitEvidence } from './wait-evidence.tsx';

/** Shows what waits for a person, one at a time: approvals and questions of jobs first, then reviews. */
export function InboxPage() {
  const inbox = useInbox();
  const { can } = useAccess();
  const { next, search } = inbox;
  const wait = inbox.wait.data;
  const isOpen = search.wait !== undefined || search.review !== undefined;
  useShortcuts([
    { keys: 'n', label: 'Next', run: () => can('member') && next() },
    ...(wait === undefined ? [] : [{ keys: 's', label: 'Skip', run: () => inbox.leave(wait.id) }]),
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
              Next <KeyHint>N</KeyHint>
            </Button>
          </>
        }
      />
      <ReviewFigures />
      {/* An open item has the full width of the page, so that its evidence fits beside it. */}
      <div className={cx('grid grid-cols-1 gap-5', !isOpen && 'lg:grid-cols-[22rem_minmax(0,1fr)]')}>
        <div className={cx('min-w-0 gap-5', isOpen ? 'order-last grid lg:grid-cols-2' : 'flex flex-col')}>
          <WaitList waits={waits} count={inbox.waits.data?.count ?? 0} />
          <ReviewList current={search.review} />
        </div>
        <section aria-label="To do" className="min-w-0">
          {!isOpen ? (
            <EmptyState title={inbox.isEmpty ? 'All done' : 'Nothing open'}>
              {inbox.isEmpty ? 'New items appear here on their own.' : 'Choose Next, or pick an item from the lists.'}
              <span className="mt-2 block max-sm:hidden">
                Keys: N next, A agree, C correct, S skip, [ and ] evidence, 1 to 9 choose an answer or a verdict.
              </span>
            </EmptyState>
          ) : search.review !== undefined ? (
            <QueryView query={inbox.review}>
              {(review) => (
                <ReviewPane
                  key={review.task.id}
                  review={review}
                  place={search}
                  onPlace={(place) => inbox.show(place, true)}
                  onDone={() => inbox.leave(review.task.id)}
                />
              )}
            </QueryView>
          ) : (
            <QueryView query={inbox.wait}>
              {(open) => (
                <div key={open.id} className="grid grid-cols-1 gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
                  <WaitEvidence wait={open} />
                  <div className="order-first flex min-w-0 flex-col gap-3 xl:order-none">
                    <WaitCard wait={open} withJob withKeys />
                    <div>
                      <Button onClick={() => inbox.leave(open.id)}>
                        Skip <KeyHint>S</KeyHint>
                      </Button>
                    </div>
                  </div>
                </div>
              )}
            </QueryView>
          )}
        </section>
      </div>
    </>
  );
}

function WaitList({ waits, count }: { waits: Wait[]; count: number }) {
  return (
    <Card title={`Waiting for you (${count})`}>
      {waits.length === 0 ? (
        <p className="text-muted">No jobs are waiting for you.</p>
      ) : (
        <ul className="-mx-2 flex flex-col">
          {waits.map((wait) => (
            <li key={wait.id}>
              <Link
                to="/inbox"
                search={{ wait: wait.id }}
                className="flex flex-col gap-0.5 rounded-sm px-2 py-1.5 hover:bg-hover"
              >
                <bdi className="font-medium break-words">{wait.title}</bdi>
                <span className="text-xs text-muted">
                  {wait.kind}, <RelativeTime at={wait.created_at} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const reviews = (count: number): string => `${count} ${count === 1 ? 'review' : 'reviews'}`;
const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)} %`);

/** Shows the results of the reviews of all agents. */
function ReviewFigures() {
  const { data } = useRead(keys.reviewStats(), (options) => errand.reviews.stats({}, options), {
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
