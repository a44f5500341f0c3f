import { useRead } from '../data/queries.ts';
import { keys } from '../data/query-keys.ts';
import { useAccess } from './access.ts';
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

/** Searches of the list of cases, as its address has them. */
export const MY_OVERDUE = { q: 'assignee:me due:overdue', ordering: 'due' } as const;
export const TO_APPROVE = { q: 'has:proposal', ordering: 'due' } as const;

/** How many cases of this person are overdue, and how many decisions about cases wait for an approver such as them. */
export function useWaitingCases(): { overdue: number; toApprove: number } {
  const { can } = useAccess();
  const overdue = useCaseCount(MY_OVERDUE, can('analyst'));
  return { overdue, toApprove: useCaseCount(TO_APPROVE, can('approver')) };
}

function useCaseCount(search: typeof MY_OVERDUE | typeof TO_APPROVE, enabled: boolean): number {
  const session = useSession();
  const { data } = useRead(
    keys.caseList({ ...search, count: true }),
    (request) => errand.caseDesk.list({ ...search, page_size: 1 }, request),
    {
      enabled: enabled && session !== undefined && !session.ended,
      refetchInterval: REFRESH_MS,
      staleTime: REFRESH_MS,
    },
  );
  return enabled ? (data?.count ?? 0) : 0;
}
