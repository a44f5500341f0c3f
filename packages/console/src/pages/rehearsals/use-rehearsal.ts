import { useQuery } from '@tanstack/react-query';
import { keys } from '../../data/query-keys.ts';
import { errand } from '../../session/client.ts';
import { isUnderWay } from '../evaluations/run-status.tsx';

const LOOK_MS = 1_000;

/** Loads a rehearsal with its flips, and refreshes it until it has ended. */
export const useRehearsal = (policyId: string, id: string) =>
  useQuery({
    queryKey: keys.rehearsal(policyId, id),
    queryFn: ({ signal }) => errand.rehearsals.get(policyId, id, { signal }),
    enabled: id !== '',
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_MS : false),
  });
