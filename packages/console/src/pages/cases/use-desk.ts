import { type CaseQueue, type MemberPage, rolesWithin } from '@errand/sdk';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

// What several parts of the desk need to know: its queues, and the people who work on its cases.

const SETTLED = { staleTime: 60_000 } as const;

export function useQueues(): CaseQueue[] | undefined {
  const { data } = useRead(
    keys.caseQueueChoices(),
    (options) => errand.caseQueues.list({ page_size: 100 }, options),
    SETTLED,
  );
  return data?.results;
}

export const useQueue = (id: string): CaseQueue | undefined => useQueues()?.find((queue) => queue.id === id);

export type Person = MemberPage['results'][number];

export function usePeople(): Person[] {
  const { organization } = useAccess();
  const { data } = useRead(
    keys.memberChoices(),
    (options) => errand.members.list(organization!.id, { page_size: '100' }, options),
    { ...SETTLED, enabled: organization !== undefined },
  );
  return (data?.results ?? []).filter(({ is_active: isActive }) => isActive);
}

/** Whether somebody with this role may work on cases. */
export const worksOnCases = ({ role }: Pick<Person, 'role'>): boolean =>
  (rolesWithin[role as keyof typeof rolesWithin] as readonly string[]).includes('analyst');
