import { useRead } from '../data/queries.ts';
import { keys } from '../data/query-keys.ts';
import { errand } from './client.ts';
import { useSession } from './session.ts';

const REFRESH_MS = 30_000;

/** How many waits and reviews this person could decide now. Both change when one is decided, because of their keys. */
export function useWaitingCount(): number {
  const session = useSession();
  const options = {
    enabled: session !== undefined && !session.ended,
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS,
  };
  const waits = useRead(
    keys.waitList({ count: true }),
    (request) => errand.waits.list({ status: 'open', mine: true, page_size: '1' }, request),
    options,
  );
  const reviews = useRead(
    keys.reviewList({ count: true }),
    (request) => errand.reviews.list({ state: 'open', page_size: '1' }, request),
    options,
  );
  return (waits.data?.count ?? 0) + (reviews.data?.count ?? 0);
}
