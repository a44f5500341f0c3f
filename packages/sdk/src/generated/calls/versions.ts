// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type {
  Agent,
  AgentVersion,
  AgentVersionsAnswer,
  MessageAnswer,
  VersionCreateBody,
  VersionListQuery,
  VersionPromoteBody,
  VersionQuery,
  VersionUpdateBody,
} from '../types/agents.ts';

export interface VersionsCalls {
  /** List agent versions. Newest first: all of them, or a page when page or page_size is given. */
  list(agentId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions): Promise<AgentVersionsAnswer>;
  /**
   * Create an agent version. The new version becomes current at once, unless the agent has a gate. What is left
   * out is taken from the base version.
   */
  create(agentId: string, body?: VersionCreateBody, options?: CallOptions): Promise<AgentVersion>;
  /** Retrieve the current version. The version that a run without a version uses. */
  current(agentId: string, query?: QueryOf<VersionQuery>, options?: CallOptions): Promise<AgentVersion>;
  /** Retrieve an agent version. Any version of the agent, current or not. */
  get(
    agentId: string,
    agentVersionId: string,
    query?: QueryOf<VersionQuery>,
    options?: CallOptions,
  ): Promise<AgentVersion>;
  /**
   * Rename an agent version. Changes the name or the description. What a version runs never changes: create a new
   * one for that.
   */
  replace(
    agentId: string,
    agentVersionId: string,
    body?: VersionUpdateBody,
    options?: CallOptions,
  ): Promise<MessageAnswer>;
  /**
   * Rename an agent version. Changes the name or the description. What a version runs never changes: create a new
   * one for that.
   */
  rename(
    agentId: string,
    agentVersionId: string,
    body?: VersionUpdateBody,
    options?: CallOptions,
  ): Promise<MessageAnswer>;
  /**
   * Delete an agent version. When the current version is deleted, the newest remaining one becomes current.
   */
  delete(agentId: string, agentVersionId: string, options?: CallOptions): Promise<void>;
  /**
   * Promote or roll back a version. Makes a version of the agent its current one. The next job runs it. 409 when a
   * gate asks for a run that passes.
   */
  setCurrent(agentId: string, agentVersionId: string, body?: VersionPromoteBody, options?: CallOptions): Promise<Agent>;
}
