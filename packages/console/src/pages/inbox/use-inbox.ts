import type { ReviewTask, Wait } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { showError } from '../../design/toast.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import type { InboxSearch } from './inbox-search.ts';
import { type OpenedReview, openReview } from './open-review.ts';

type Taken = { wait: Wait } | { review: ReviewTask };

const LIST_SIZE = '20';
const REFRESH_MS = 5_000;

/** The items that wait for this user. Waiting jobs come before reviews of ended ones. The URL has the open item. */
export function useInbox() {
  const search = useSearch({ from: '/shell/inbox' });
  const navigate = useNavigate({ from: '/inbox' });
  const canDecide = useAccess().can('member');
  const [left, setLeft] = useState<string[]>([]);
  const [isEmpty, setIsEmpty] = useState(false);
  const show = (next: InboxSearch, replace = false) => void navigate({ search: next, replace, resetScroll: !replace });

  const waits = useRead(
    keys.waitList({ inbox: true }),
    (options) => errand.waits.list({ status: 'open', mine: true, page_size: LIST_SIZE }, options),
    { refetchInterval: REFRESH_MS },
  );
  const wait = useRead(keys.wait(search.wait ?? ''), (options) => errand.waits.get(search.wait!, options), {
    enabled: search.wait !== undefined,
    refetchInterval: REFRESH_MS,
  });
  const review = useRead(keys.review(search.review ?? ''), () => openReview(search.review!, canDecide), {
    enabled: search.review !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });

  // A review is opened anew when the user comes back. Not earlier, because that would reserve the visible one again.
  useEffect(() => () => queryClient.removeQueries({ queryKey: keys.review(search.review ?? '') }), [search.review]);

  const refresh = async (): Promise<void> => {
    await reload(keys.reviews());
    await reload(keys.waits());
  };

  const take = useMutation({
    async mutationFn(except: string[]): Promise<Taken | undefined> {
      const open = await errand.waits.list({ status: 'open', mine: true, page_size: '100' });
      // The oldest item comes first.
      const waiting = open.results.findLast(({ id }) => !except.includes(id));
      if (waiting !== undefined) return { wait: waiting };
      const task = await errand.reviews.next({ except: except.slice(-1_000) });
      return task && { review: task };
    },
    onSuccess(taken) {
      setIsEmpty(taken === undefined);
      // If everything was skipped, start again with all items.
      if (taken === undefined) setLeft([]);
      else if ('review' in taken)
        queryClient.setQueryData<OpenedReview>(keys.review(taken.review.id), { task: taken.review, isMine: true });
      show(taken === undefined ? {} : 'wait' in taken ? { wait: taken.wait.id } : { review: taken.review.id });
      void refresh();
    },
    onError: (error) => showError(error),
  });

  // The wait was answered, here or by somebody else.
  const over = wait.data !== undefined && wait.data.status !== 'open' && wait.data.id;
  const { mutate } = take;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is over
  useEffect(() => {
    if (over) mutate(left);
  }, [over]);

  /** Leaves the open item to others and opens another one. */
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
