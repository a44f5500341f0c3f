// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { Activity, ActivityQuery, VersionActivity, VersionActivityQuery } from '../types/activity.ts';

export interface ActivityCalls {
  /**
   * Jobs over time. Counts by outcome, cost and latency of the agents’ latest jobs, by agent and by time.
   */
  get(query?: QueryOf<ActivityQuery>, options?: CallOptions): Promise<Activity>;
  /** Stats of versions. Counts by outcome, cost and latency of the agent’s latest jobs, by version. */
  ofVersions(agentId: string, query?: QueryOf<VersionActivityQuery>, options?: CallOptions): Promise<VersionActivity>;
}
