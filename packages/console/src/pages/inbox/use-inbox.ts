import type { ReviewTask, Wait } from '@errand/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { showError } from '../../design/toast.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import type { InboxSearch } from './inbox-search.ts';
import { type OpenedReview, openReview } from './open-review.ts';

type Taken = { wait: Wait } | { review: ReviewTask };

const LIST_SIZE = '20';
const REFRESH_MS = 5_000;

/** What waits for this person. Jobs that cannot go on come before those that are over. The address says what is open. */
export function useInbox() {
  const queryClient = useQueryClient();
  const search = useSearch({ from: '/shell/inbox' });
  const navigate = useNavigate({ from: '/inbox' });
  const canDecide = useAccess().can('member');
  const [left, setLeft] = useState<string[]>([]);
  const [isEmpty, setIsEmpty] = useState(false);
  const show = (next: InboxSearch, replace = false) => void navigate({ search: next, replace, resetScroll: !replace });

  const waits = useQuery({
    queryKey: keys.waitList({ inbox: true }),
    queryFn: ({ signal }) => errand.waits.list({ status: 'open', mine: true, page_size: LIST_SIZE }, { signal }),
    refetchInterval: REFRESH_MS,
  });
  const wait = useQuery({
    queryKey: keys.wait(search.wait ?? ''),
    queryFn: ({ signal }) => errand.waits.get(search.wait!, { signal }),
    enabled: search.wait !== undefined,
    refetchInterval: REFRESH_MS,
  });
  const review = useQuery({
    queryKey: keys.review(search.review ?? ''),
    queryFn: () => openReview(search.review!, canDecide),
    enabled: search.review !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });

  // Whoever comes back to a review opens it anew. Not earlier: what is on the screen would be reserved once more.
  useEffect(
    () => () => queryClient.removeQueries({ queryKey: keys.review(search.review ?? '') }),
    [queryClient, search.review],
  );

  const refresh = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: keys.reviews() });
    await queryClient.invalidateQueries({ queryKey: keys.waits() });
  };

  const take = useMutation({
    async mutationFn(except: string[]): Promise<Taken | undefined> {
      const open = await errand.waits.list({ status: 'open', mine: true, page_size: '100' });
      // The oldest has waited longest.
      const waiting = open.results.findLast(({ id }) => !except.includes(id));
      if (waiting !== undefined) return { wait: waiting };
      const task = await errand.reviews.next({ except: except.slice(-1_000) });
      return task && { review: task };
    },
    onSuccess(taken) {
      setIsEmpty(taken === undefined);
      // Whoever has left everything begins anew.
      if (taken === undefined) setLeft([]);
      else if ('review' in taken)
        queryClient.setQueryData<OpenedReview>(keys.review(taken.review.id), { task: taken.review, isMine: true });
      show(taken === undefined ? {} : 'wait' in taken ? { wait: taken.wait.id } : { review: taken.review.id });
      void refresh();
    },
    onError: (error) => showError(error),
  });

  // Answered here or by somebody else: there is nothing more to do about it.
  const over = wait.data !== undefined && wait.data.status !== 'open' && wait.data.id;
  const { mutate } = take;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is over
  useEffect(() => {
    if (over) mutate(left);
  }, [over]);

  /** Leaves what is open to others, and takes another one. */
  function leave(id: string): void {
    setLeft([...left, id]);
    take.mutate([...left, id]);
  }

  return {
    waits,
    wait,
    review,
    search,
    show,
    isEmpty,
    isBusy: take.isPending,
    next: () => take.mutate(left),
    leave,
  };
}
