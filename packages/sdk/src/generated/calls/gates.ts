// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { Drift, DriftQuery, VersionGate, VersionGateBody, VersionGateQuery } from '../types/evaluations.ts';

export interface GatesCalls {
  /**
   * Retrieve the gate of an agent. Returns the conditions that a version must meet before it becomes current.
   * evaluation_set_id is null if there is no gate. With version_id, the response also says whether that version
   * may become current and why not.
   */
  ofAgent(agentId: string, query?: QueryOf<VersionGateQuery>, options?: CallOptions): Promise<VersionGate>;
  /**
   * Set the gate of an agent. From now on, a version becomes current only after it passes a run on this set.
   */
  setOfAgent(agentId: string, body?: VersionGateBody, options?: CallOptions): Promise<VersionGate>;
  /** Remove the gate of an agent. New versions become current immediately again. */
  deleteOfAgent(agentId: string, options?: CallOptions): Promise<void>;
  /**
   * Retrieve the gate of a policy. Returns the conditions that a version must meet before it becomes current.
   * evaluation_set_id is null if there is no gate. With version_id, the response also says whether that version
   * may become current and why not.
   */
  ofPolicy(policyId: string, query?: QueryOf<VersionGateQuery>, options?: CallOptions): Promise<VersionGate>;
  /**
   * Set the gate of a policy. From now on, a version becomes current only after it passes a run on this set.
   */
  setOfPolicy(policyId: string, body?: VersionGateBody, options?: CallOptions): Promise<VersionGate>;
  /** Remove the gate of a policy. New versions become current immediately again. */
  deleteOfPolicy(policyId: string, options?: CallOptions): Promise<void>;
  /** Drift of an agent. Returns how often reviewers agreed with the agent, by version and month. */
  drift(agentId: string, query?: QueryOf<DriftQuery>, options?: CallOptions): Promise<Drift>;
}
