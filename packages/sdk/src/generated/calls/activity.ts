// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { Activity, ActivityQuery, VersionActivity, VersionActivityQuery } from '../types/activity.ts';

export interface ActivityCalls {
  /**
   * Jobs over time. Returns counts by outcome, cost and latency of the latest jobs, by agent and by time.
   */
  get(query?: QueryOf<ActivityQuery>, options?: CallOptions): Promise<Activity>;
  /**
   * Stats of versions. Returns counts by outcome, cost and latency of the latest jobs of the agent, by version.
   */
  ofVersions(agentId: string, query?: QueryOf<VersionActivityQuery>, options?: CallOptions): Promise<VersionActivity>;
}
