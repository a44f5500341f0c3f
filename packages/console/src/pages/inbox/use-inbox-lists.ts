import type { ReviewTask, Wait } from '@errand/sdk';
import { useMemo } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { errand } from '../../session/client.ts';

type Filter = NonNullable<Parameters<typeof errand.reviews.list>[0]>;

const LIST_SIZE = '100';
const REFRESH_MS = 5_000;

type InboxLists = {
  waits: Wait[];
  tasks: ReviewTask[];
  /** Reviews that are reserved for this person. */
  held: string[];
  isLoaded: boolean;
  isCut: boolean;
};

/** What waits for people, as the server has it. Overdue reviews are read on their own: they may be far down the list. */
export function useInboxLists(): InboxLists {
  const waits = useRead(
    keys.waitList({ inbox: true }),
    (options) => errand.waits.list({ status: 'open', mine: true, page_size: LIST_SIZE }, options),
    { refetchInterval: REFRESH_MS },
  ).data;
  const open = useReviews({ state: 'open' });
  const overdue = useReviews({ overdue: true });
  const reserved = useReviews({ state: 'reserved' });
  const own = useReviews({ state: 'reserved', mine: true });
  const disputed = useReviews({ state: 'disputed', disagreed: true });
  return useMemo(() => {
    const reviews = [open, overdue, reserved, own, disputed];
    const pages = [waits, ...reviews];
    return {
      waits: waits?.results ?? [],
      tasks: reviews.flatMap((page) => page?.results ?? []),
      held: (own?.results ?? []).map(({ id }) => id),
      isLoaded: pages.every((page) => page !== undefined),
      isCut: pages.some((page) => page !== undefined && page.count > page.results.length),
    };
  }, [waits, open, overdue, reserved, own, disputed]);
}

function useReviews(filter: Filter) {
  const query = { ...filter, page_size: LIST_SIZE };
  return useRead(keys.reviewList(query), (options) => errand.reviews.list(query, options), {
    refetchInterval: REFRESH_MS,
  }).data;
}
