import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Badge } from '../../design/badge.tsx';
import { cx } from '../../design/cx.ts';
import { formatNumber } from '../../design/format.ts';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { VerdictBadge } from '../../design/verdict-badge.tsx';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { groupWords } from './group-list.tsx';
import { type GroupName, type InboxItem, isOverdue } from './inbox-items.ts';
import { reasonWords } from './reason-words.ts';
import type { useInbox } from './use-inbox.ts';

type ItemListProps = {
  inbox: Pick<ReturnType<typeof useInbox>, 'shown' | 'now' | 'isLoaded' | 'isCut' | 'openId' | 'search'>;
  className?: string;
};

/** The items of the group. J and K move through them, Enter opens one. */
export function ItemList({ inbox: { shown, now, isLoaded, isCut, openId, search }, className }: ItemListProps) {
  const frame = useRef<HTMLUListElement>(null);
  const walk = (by: number): void => {
    const links = [...(frame.current?.querySelectorAll<HTMLElement>('a') ?? [])];
    const focused = links.indexOf(document.activeElement as HTMLElement);
    const at = focused >= 0 ? focused : links.findIndex((link) => link.ariaCurrent !== null);
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  useShortcuts([
    { keys: 'j', label: 'Next in the list; Enter opens it', run: () => walk(1) },
    { keys: 'k', label: 'Previous in the list', run: () => walk(-1) },
  ]);
  useEffect(() => {
    if (openId !== undefined) frame.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [openId]);
  return (
    <div className={cx('flex min-h-0 flex-col border-border md:border-r md:pr-2', className)}>
      {/* As high as the line above the open item, so that both begin on one line. */}
      <p className="mb-2 flex h-8 shrink-0 items-center gap-2 px-2.5 font-medium max-md:hidden">
        <bdi className="truncate">{nameOf(search.group, shown)}</bdi>
        <span className="text-muted tabular-nums">{isLoaded && formatNumber(shown.length)}</span>
      </p>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {!isLoaded ? (
          <Skeleton rows={8} />
        ) : shown.length === 0 ? (
          <p className="p-2 text-muted">
            Nothing here. An agent’s review plan, under its settings, selects jobs to review; its approval holds results
            back.
          </p>
        ) : (
          <ul ref={frame} aria-label="Items" className="flex flex-col gap-px p-0.5">
            {shown.map((item) => (
              <li key={item.id}>
                <Row item={item} isOpen={item.id === openId} group={search.group} now={now} />
              </li>
            ))}
          </ul>
        )}
        {isCut && <p className="p-2 text-xs text-muted">There are more. They follow as these are done.</p>}
      </div>
    </div>
  );
}

/** The group, or the agent whose items are shown. */
const nameOf = (group = 'all', shown: readonly InboxItem[]): string =>
  groupWords[group as GroupName] ?? shown[0]?.agentName ?? 'An agent';

type RowProps = { item: InboxItem; isOpen: boolean; group: string | undefined; now: number };

/** Three lines of a fixed height: who asks and until when, what it is about, and what to watch. */
function Row({ item, isOpen, group, now }: RowProps) {
  return (
    <Link
      to="/inbox"
      search={{ ...(group !== undefined && { group }), ...(item.wait ? { wait: item.id } : { review: item.id }) }}
      resetScroll={false}
      // The router marks the link of the address as it is, in its own word.
      activeOptions={{ exact: true }}
      aria-current={isOpen ? 'true' : undefined}
      className="flex h-18 flex-col justify-center rounded-sm px-2 hover:bg-hover aria-[current]:bg-hover aria-[current]:shadow-[inset_2px_0_var(--color-accent)]"
    >
      <span className="flex items-center justify-between gap-2 text-xs text-muted">
        <bdi className="truncate">{item.agentName || 'Deleted agent'}</bdi>
        <Due item={item} now={now} />
      </span>
      <bdi className="truncate font-medium">{item.title}</bdi>
      <span className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
        <Marks item={item} />
        <bdi className="truncate">{item.detail}</bdi>
      </span>
    </Link>
  );
}

export function Due({ item, now }: { item: InboxItem; now: number }) {
  if (isOverdue(item, now)) return <Badge tone="danger">overdue</Badge>;
  const at = item.wait?.due_at ?? item.task?.due_at;
  return item.dueAt === null || !at ? (
    <RelativeTime at={item.createdAt} />
  ) : (
    <span>
      due <RelativeTime at={at} />
    </span>
  );
}

const LOW_CONFIDENCE = 0.8;

/** What kind of decision it is, and what speaks for a closer look. Nothing here comes from another reviewer. */
function Marks({ item: { wait, task, group } }: { item: InboxItem }) {
  if (wait !== undefined) return <span className="shrink-0">{wait.kind}</span>;
  const skip = group === 'disagreements' ? undefined : task.skips.at(-1);
  return (
    <>
      {task.verdict !== null && <VerdictBadge verdict={task.verdict} />}
      {group === 'disagreements' && <Badge tone="warning">reviewers disagree</Badge>}
      {group === 'second' && <Badge>second review</Badge>}
      {task.confidence !== null && task.confidence < LOW_CONFIDENCE && (
        <Badge tone="warning">{`${Math.round(task.confidence * 100)} % sure`}</Badge>
      )}
      {group === 'reserved' ? (
        <span className="truncate">with {task.reserved_by}</span>
      ) : skip !== undefined ? (
        <span className="truncate text-warning">skipped: {skip.reason}</span>
      ) : (
        <span className="shrink-0">{reasonWords(task.reason)}</span>
      )}
    </>
  );
}
