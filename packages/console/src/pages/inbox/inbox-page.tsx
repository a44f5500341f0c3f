import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button, buttonClass } from '../../design/button.tsx';
import { cx } from '../../design/cx.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { KeyHint } from '../../design/key-hint.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { useAccess } from '../../session/access.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { GroupList } from './group-list.tsx';
import { ItemList } from './item-list.tsx';
import { LeavingStrip } from './leaving-strip.tsx';
import { ReviewFigures } from './review-figures.tsx';
import { ReviewPane } from './review-pane.tsx';
import { useInbox } from './use-inbox.ts';
import { WaitPane } from './wait-pane.tsx';

/**
 * The workspace for everything that waits for people: groups, the list of a group, and the open item. The panes scroll
 * on their own and never move. On a phone the open item takes the place of the list.
 */
export function InboxPage() {
  const inbox = useInbox();
  const { can } = useAccess();
  const { openId, search, show } = inbox;
  const isOpen = openId !== undefined;
  const wait = inbox.wait.data;
  useShortcuts([
    { keys: 'n', label: 'Next item', run: () => can('member') && inbox.next() },
    { keys: 'u', label: 'Undo the last decision', run: inbox.undo },
    ...(wait !== undefined && search.wait !== undefined
      ? [{ keys: 's', label: 'Leave it for later', run: () => inbox.leave(wait.id) }]
      : []),
  ]);
  return (
    <div className="flex h-[calc(100dvh-40px)] min-h-100 flex-col max-lg:h-[calc(100dvh-98px)]">
      <PageHeader
        title="Inbox"
        actions={
          <>
            <Link to="/waits" search={{ all: true }} className={cx(buttonClass(), 'max-sm:hidden')}>
              All waiting jobs
            </Link>
            <Button variant="primary" busy={inbox.isBusy} disabled={!can('member')} onClick={inbox.next}>
              Next <KeyHint>N</KeyHint>
            </Button>
          </>
        }
      />
      <div className="grid min-h-0 flex-1 grid-cols-1 grid-rows-[auto_minmax(0,1fr)] gap-x-4 md:grid-cols-[18rem_minmax(0,1fr)] xl:grid-cols-[11rem_22rem_minmax(0,1fr)] xl:grid-rows-1">
        <div
          className={cx(
            'min-h-0 min-w-0 md:max-xl:col-span-2 xl:flex xl:flex-col xl:overflow-y-auto',
            isOpen && 'max-md:hidden',
          )}
        >
          <GroupList items={inbox.items} now={inbox.now} current={search.group} />
          <div className="mt-auto pt-5 max-xl:hidden">
            <ReviewFigures />
          </div>
        </div>
        <ItemList inbox={inbox} className={cx(isOpen && 'max-md:hidden')} />
        <div className={cx('flex min-h-0 min-w-0 flex-col max-md:row-span-2', !isOpen && 'max-md:hidden')}>
          <LeavingStrip onUndo={inbox.undo} />
          <ItemFrame openId={openId}>
            {isOpen && (
              <Button
                variant="quiet"
                size="sm"
                className="mb-2 md:hidden"
                icon={<ArrowLeft size={14} aria-hidden />}
                onClick={() => show({})}
              >
                Back to the list
              </Button>
            )}
            {!isOpen ? (
              <NothingOpen isDone={inbox.isEmpty || (inbox.isLoaded && inbox.shown.length === 0)} />
            ) : search.review !== undefined ? (
              <QueryView query={inbox.review}>
                {(review) => (
                  <ReviewPane
                    key={review.task.id}
                    review={review}
                    place={search}
                    onPlace={(place) => show(place, true)}
                    onDecide={inbox.decide}
                  />
                )}
              </QueryView>
            ) : (
              <QueryView query={inbox.wait}>
                {(open) => (
                  <WaitPane key={open.id} wait={open} onDecide={inbox.decide} onLeave={() => inbox.leave(open.id)} />
                )}
              </QueryView>
            )}
          </ItemFrame>
        </div>
      </div>
    </div>
  );
}

/** The pane of the open item. A new item starts at its top, and takes the focus if the last one took it along. */
function ItemFrame({ openId, children }: { openId: string | undefined; children: ReactNode }) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    if (openId === undefined) return;
    frame.current?.scrollTo(0, 0);
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  }, [openId]);
  return (
    <section
      ref={frame}
      aria-label="To do"
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]"
    >
      {children}
    </section>
  );
}

function NothingOpen({ isDone }: { isDone: boolean }) {
  return (
    <EmptyState title={isDone ? 'All done' : 'Nothing open'}>
      {isDone ? 'New items appear here on their own.' : 'Choose Next, or pick an item from the list.'}
      <span className="mt-2 block max-sm:hidden">
        Keys: J and K move, Enter opens, N next, A agree, C correct, S skip, 1 to 9 choose an answer, E writes one, U
        undoes within ten seconds, [ and ] show the source of a value.
      </span>
    </EmptyState>
  );
}
