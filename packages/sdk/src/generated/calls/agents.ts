// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type {
  Agent,
  AgentCreateBody,
  AgentListQuery,
  AgentPage,
  AgentUpdateBody,
  AgentVersion,
  JobStats,
  JobStatsQuery,
} from '../types/agents.ts';
import type { AgentTagsBody } from '../types/tags.ts';

export interface AgentsCalls {
  /** List agents. Lists the agents of the organization. You can filter, search and sort. */
  list: PagedCall<(query?: QueryOf<AgentListQuery>, options?: CallOptions) => Promise<AgentPage>>;
  /** Create an agent. Creates an agent together with its first version. */
  create(body: AgentCreateBody, options?: KeyedOptions): Promise<Agent>;
  /**
   * Job statistics of agents. Returns the number of jobs and the time of the last job per agent. Unknown ids are
   * omitted.
   */
  jobStats(query?: QueryOf<JobStatsQuery>, options?: CallOptions): Promise<JobStats[]>;
  /** Retrieve an agent. Returns the agent with its current version, tags and job statistics. */
  get(agentId: string, options?: CallOptions): Promise<Agent>;
  /** Replace agent settings. Changes the given settings. Other settings stay unchanged. */
  replace(agentId: string, body?: AgentUpdateBody, options?: CallOptions): Promise<Agent>;
  /** Update agent settings. Changes the given settings. Other settings stay unchanged. */
  update(agentId: string, body?: AgentUpdateBody, options?: CallOptions): Promise<Agent>;
  /**
   * Delete an agent. Deletes the agent with its versions and cached results and cancels its running jobs. You can
   * still read finished jobs by id.
   */
  delete(agentId: string, options?: CallOptions): Promise<void>;
  /**
   * Duplicate an agent. Copies the agent with its current version. Returns the first version of the copy.
   * base_agent is the copy.
   */
  duplicate(agentId: string, options?: KeyedOptions): Promise<AgentVersion>;
  /** Set the tags of an agent. Replaces all tags of the agent. */
  setTags(agentId: string, body: AgentTagsBody, options?: CallOptions): Promise<Agent>;
}
