import type { ReviewTask } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { useNow } from '../../design/relative-time.tsx';
import { showError } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { type Decision, holdDecision, sendDecisions, undoDecision, useHeldDecisions } from '../../session/outbox.ts';
import { arrange, groupNames, type InboxItem, isIn, isPlain } from './inbox-items.ts';
import type { InboxSearch } from './inbox-search.ts';
import { type OpenedReview, openReview } from './open-review.ts';
import { useInboxLists } from './use-inbox-lists.ts';

const REFRESH_MS = 5_000;
/** How many of the next items are loaded before they are opened. */
const LOADED_AHEAD = 2;

/** The items that wait for this person, the open one, and what comes next. The URL has the group and the open item. */
export function useInbox() {
  const search = useSearch({ from: '/shell/inbox' });
  const navigate = useNavigate({ from: '/inbox' });
  const canDecide = useAccess().can('member');
  const [left, setLeft] = useState<readonly string[]>([]);
  const [isEmpty, setIsEmpty] = useState(false);
  const decisions = useHeldDecisions();
  const minute = Math.floor(useNow() / 10_000) * 10_000;
  const lists = useInboxLists();
  const openId = search.review ?? search.wait;
  const show = (next: InboxSearch, replace = false) =>
    void navigate({ search: { group: search.group, ...next }, replace, resetScroll: false });

  const review = useReview(search.review, canDecide, lists.tasks);
  const wait = useRead(keys.wait(search.wait ?? ''), (options) => errand.waits.get(search.wait!, options), {
    enabled: search.wait !== undefined,
    refetchInterval: REFRESH_MS,
    placeholderData: lists.waits.find(({ id }) => id === search.wait),
  });

  const items = useMemo(() => {
    const held = new Set([...lists.held, ...(review.data?.isMine ? [review.data.task.id] : [])]);
    return arrange(lists, { held, leaving: new Set(decisions.map(({ id }) => id)) });
  }, [lists, decisions, review.data]);
  const shown = useMemo(() => items.filter((item) => isIn(search.group, item, minute)), [items, search.group, minute]);
  const ahead = nextOf(shown, openId, left).slice(0, LOADED_AHEAD);
  useLoadAhead(ahead);

  // Decisions leave with the page: elsewhere the job would still look undecided.
  useEffect(() => () => void sendDecisions(), []);

  const take = useTake(search.group, decisions, (task) => {
    setIsEmpty(task === undefined);
    // If everything was skipped, start again with all items.
    if (task === undefined) setLeft([]);
    show(task === undefined ? {} : { review: task.id });
  });

  const open = ({ id, wait: isWait }: InboxItem): void => show(isWait === undefined ? { review: id } : { wait: id });

  /** Opens the next item of the group: from the list if it has one, otherwise the one that the server chooses. */
  function next(without: readonly string[] = left): void {
    const [first] = nextOf(shown, openId, without);
    if (first !== undefined) open(first);
    else if (REVIEWS_ASKED.includes(search.group ?? 'all') || !groupNames.some((name) => name === search.group))
      take.mutate(without);
    else {
      setIsEmpty(true);
      show({});
    }
  }

  /** Leaves the open item for later. */
  function leave(id: string): void {
    const without = [...left, id];
    setLeft(without);
    next(without);
  }

  // The wait was answered elsewhere.
  const isOver = wait.data !== undefined && wait.data.status !== 'open';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is over
  useEffect(() => {
    if (isOver) next();
  }, [isOver && wait.data?.id]);

  return {
    items,
    shown,
    now: minute,
    isLoaded: lists.isLoaded,
    isCut: lists.isCut,
    wait,
    review,
    search,
    openId,
    show,
    open,
    isEmpty,
    isBusy: take.isPending,
    next: () => next(),
    leave,
    decide(decision: Decision): void {
      holdDecision(decision);
      next([...left, decision.id]);
    },
    /** Takes the last decision back and opens its item again. */
    undo(): void {
      const last = decisions.findLast(({ isSent }) => !isSent);
      if (last !== undefined && undoDecision(last.id))
        show(last.kind === 'answer' ? { wait: last.id } : { review: last.id });
    },
  };
}

/** Reserves the review of the group that the server chooses. */
function useTake(
  group: InboxSearch['group'],
  decisions: readonly { id: string }[],
  onTaken: (task: ReviewTask | undefined) => void,
) {
  return useMutation({
    mutationFn: async (except: readonly string[]): Promise<ReviewTask | undefined> => {
      const leaving = decisions.map(({ id }) => id);
      const isAgent = group !== undefined && !groupNames.some((name) => name === group);
      return errand.reviews.next({
        except: [...except, ...leaving].slice(-1_000),
        ...(isAgent && { agent_id: group }),
      });
    },
    onSuccess(task) {
      if (task !== undefined) queryClient.setQueryData<OpenedReview>(keys.review(task.id), { task, isMine: true });
      onTaken(task);
    },
    onError: (error) => showError(error),
  });
}

/** Groups in which the server may know more than the list. */
const REVIEWS_ASKED = ['all', 'reviews', 'second', 'overdue'];

/** The items after the open one, then those before it, that can be opened without asking. */
function nextOf(shown: InboxItem[], openId: string | undefined, without: readonly string[]): InboxItem[] {
  const at = shown.findIndex(({ id }) => id === openId);
  const inOrder = [...shown.slice(at + 1), ...shown.slice(0, Math.max(at, 0))];
  return inOrder.filter((item) => isPlain(item) && item.id !== openId && !without.includes(item.id));
}

function useReview(id: string | undefined, canDecide: boolean, tasks: ReviewTask[]) {
  const known = tasks.find((task) => task.id === id);
  const query = useRead(keys.review(id ?? ''), () => openReview(id!, canDecide), {
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // Shown while it is reserved. Whether this person may do a second review, only the server knows.
    placeholderData: known && { task: known, isMine: canDecide && known.state === 'open' && known.round === 1 },
  });
  // It is opened anew when the user comes back. Not earlier, because that would reserve the visible one again.
  useEffect(() => () => queryClient.removeQueries({ queryKey: keys.review(id ?? '') }), [id]);
  return query;
}

/** Loads the jobs of the next items, so that opening one needs no request. */
function useLoadAhead(items: InboxItem[]): void {
  const ids = items.map(({ jobId }) => jobId).join(' ');
  useEffect(() => {
    for (const id of ids.split(' ').filter(Boolean))
      void queryClient.prefetchQuery({
        queryKey: keys.job(id),
        queryFn: ({ signal }) => errand.jobs.get(id, { signal }),
      });
  }, [ids]);
}
