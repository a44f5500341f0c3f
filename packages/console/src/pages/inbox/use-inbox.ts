import type { ReviewTask, Wait } from '@errand/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { showError } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';

export type InboxItem = { kind: 'wait'; wait: Wait } | { kind: 'review'; task: ReviewTask };

const idOf = (item: InboxItem): string => (item.kind === 'wait' ? item.wait.id : item.task.id);

const LIST_SIZE = '20';

/** What waits for this person. Jobs that cannot go on come before those that are over. */
export function useInbox() {
  const queryClient = useQueryClient();
  const [current, setCurrent] = useState<InboxItem>();
  const [skipped, setSkipped] = useState<string[]>([]);
  const [isEmpty, setIsEmpty] = useState(false);
  const waits = useQuery({
    queryKey: keys.waitList({ inbox: true }),
    queryFn: ({ signal }) => errand.waits.list({ status: 'open', mine: true, page_size: LIST_SIZE }, { signal }),
    refetchInterval: 5_000,
  });
  const reviews = useQuery({
    queryKey: keys.reviewList({ inbox: true }),
    queryFn: ({ signal }) => errand.reviews.list({ state: 'open', page_size: LIST_SIZE }, { signal }),
    refetchInterval: 5_000,
  });
  const taken = useQuery({
    queryKey: keys.reviewList({ taken: true }),
    queryFn: ({ signal }) => errand.reviews.list({ state: 'reserved', page_size: LIST_SIZE }, { signal }),
    refetchInterval: 5_000,
  });

  const take = useMutation({
    async mutationFn(left: string[]): Promise<InboxItem | undefined> {
      const open = await errand.waits.list({ status: 'open', mine: true, page_size: '100' });
      // The oldest has waited longest.
      const wait = open.results.findLast(({ id }) => !left.includes(id));
      if (wait !== undefined) return { kind: 'wait', wait };
      const task = await errand.reviews.next({ except: left.slice(-1_000) });
      return task && { kind: 'review', task };
    },
    onSuccess(item) {
      setCurrent(item);
      setIsEmpty(item === undefined);
      // Whoever has skipped everything begins anew.
      if (item === undefined) setSkipped([]);
      void refresh();
    },
    onError: (error) => showError(error),
  });

  // Answered here or by somebody else: there is nothing more to do about it.
  const wait = useQuery({
    queryKey: keys.wait(current?.kind === 'wait' ? current.wait.id : ''),
    queryFn: ({ queryKey: [, id], signal }) => errand.waits.get(id, { signal }),
    enabled: current?.kind === 'wait',
    refetchInterval: 5_000,
  });
  const over = current?.kind === 'wait' && wait.data !== undefined && wait.data.status !== 'open' && wait.data.id;
  const { mutate } = take;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is over
  useEffect(() => {
    if (over) mutate(skipped);
  }, [over]);

  const refresh = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: keys.reviews() });
    await queryClient.invalidateQueries({ queryKey: keys.waits() });
  };

  /** Gives it back, and takes another one. */
  const skip = useMutation({
    async mutationFn(item: InboxItem) {
      if (item.kind === 'review') await errand.reviews.release(item.task.id);
      return [...skipped, idOf(item)];
    },
    onSuccess(left) {
      setSkipped(left);
      take.mutate(left);
    },
    onError: (error) => showError(error),
  });

  const open = useMutation({
    mutationFn: async (id: string): Promise<InboxItem> => ({ kind: 'review', task: await errand.reviews.reserve(id) }),
    onSuccess(item) {
      setCurrent(item);
      void refresh();
    },
    onError: (error) => showError(error),
  });

  return {
    waits,
    reviews,
    taken,
    current,
    isEmpty,
    isBusy: take.isPending || skip.isPending || open.isPending,
    next: () => take.mutate(skipped),
    skip: () => current && skip.mutate(current),
    openWait: (wait: Wait) => setCurrent({ kind: 'wait', wait }),
    openReview: (id: string) => open.mutate(id),
  };
}
