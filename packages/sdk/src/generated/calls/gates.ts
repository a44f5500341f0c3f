// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { Drift, DriftQuery, VersionGate, VersionGateBody, VersionGateQuery } from '../types/evaluations.ts';

export interface GatesCalls {
  /**
   * Retrieve the gate of an agent. What has to be shown before a version becomes current; evaluation_set_id is
   * null when there is no gate. With version_id also whether that version may become current, and why not.
   */
  ofAgent(agentId: string, query?: QueryOf<VersionGateQuery>, options?: CallOptions): Promise<VersionGate>;
  /**
   * Set the gate of an agent. From now on a version becomes current only after a run of it on this set that
   * passes.
   */
  setOfAgent(agentId: string, body: VersionGateBody, options?: CallOptions): Promise<VersionGate>;
  /** Remove the gate of an agent. New versions become current at once again. */
  deleteOfAgent(agentId: string, options?: CallOptions): Promise<void>;
  /**
   * Retrieve the gate of a policy. What has to be shown before a version becomes current; evaluation_set_id is
   * null when there is no gate. With version_id also whether that version may become current, and why not.
   */
  ofPolicy(policyId: string, query?: QueryOf<VersionGateQuery>, options?: CallOptions): Promise<VersionGate>;
  /**
   * Set the gate of a policy. From now on a version becomes current only after a run of it on this set that
   * passes.
   */
  setOfPolicy(policyId: string, body: VersionGateBody, options?: CallOptions): Promise<VersionGate>;
  /** Remove the gate of a policy. New versions become current at once again. */
  deleteOfPolicy(policyId: string, options?: CallOptions): Promise<void>;
  /**
   * Drift of an agent. How often reviewers agreed with it, by version and month, from the jobs that people have
   * reviewed.
   */
  drift(agentId: string, query?: QueryOf<DriftQuery>, options?: CallOptions): Promise<Drift>;
}
