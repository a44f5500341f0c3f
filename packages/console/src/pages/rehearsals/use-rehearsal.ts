import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { errand } from '../../session/client.ts';
import { untilDone } from '../runs/run-status.tsx';

/** Loads a rehearsal with its flips, and refreshes it until it has ended. */
export const useRehearsal = (policyId: string, id: string) =>
  useRead(keys.rehearsal(policyId, id), (options) => errand.rehearsals.get(policyId, id, options), {
    enabled: id !== '',
    ...untilDone,
  });
