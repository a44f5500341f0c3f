import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { errand } from '../../session/client.ts';

/** Loads the agents that use a policy. */
export const useDependents = (policyId: string) =>
  useRead(keys.policyAgents(policyId), (options) => errand.policies.dependents(policyId, options));
