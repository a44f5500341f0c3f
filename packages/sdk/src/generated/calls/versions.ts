// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type {
  Agent,
  AgentVersion,
  AgentVersionsAnswer,
  MessageAnswer,
  Sample,
  SampleBody,
  VersionCreateBody,
  VersionListQuery,
  VersionPromoteBody,
  VersionQuery,
  VersionUpdateBody,
} from '../types/agents.ts';

export interface VersionsCalls {
  /**
   * List agent versions. Lists all versions newest first, or a page if the request has page or page_size.
   */
  list(agentId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions): Promise<AgentVersionsAnswer>;
  /**
   * Create an agent version. The new version becomes current immediately, unless make_current is false or the
   * agent has a gate. Omitted fields come from the base version.
   */
  create(agentId: string, body?: VersionCreateBody, options?: KeyedOptions): Promise<AgentVersion>;
  /**
   * Run a draft once before you publish it. Runs a configuration that is not published, on sample inputs. Nobody
   * is notified, no post action runs, nobody has to approve, and the cache is neither read nor filled. If the
   * agent needs approval of results, this needs the role admin.
   */
  sample(agentId: string, body?: SampleBody, options?: KeyedOptions): Promise<Sample>;
  /** Retrieve the current version. Returns the version that runs use by default. */
  current(agentId: string, query?: QueryOf<VersionQuery>, options?: CallOptions): Promise<AgentVersion>;
  /** Retrieve an agent version. Returns any version of the agent, current or not. */
  get(
    agentId: string,
    agentVersionId: string,
    query?: QueryOf<VersionQuery>,
    options?: CallOptions,
  ): Promise<AgentVersion>;
  /**
   * Rename an agent version. Changes the name or the description. The configuration of a version never changes:
   * create a new version instead.
   */
  replace(
    agentId: string,
    agentVersionId: string,
    body?: VersionUpdateBody,
    options?: CallOptions,
  ): Promise<MessageAnswer>;
  /**
   * Rename an agent version. Changes the name or the description. The configuration of a version never changes:
   * create a new version instead.
   */
  rename(
    agentId: string,
    agentVersionId: string,
    body?: VersionUpdateBody,
    options?: CallOptions,
  ): Promise<MessageAnswer>;
  /**
   * Delete an agent version. When the current version is deleted, the newest remaining one becomes current, by the
   * rules of a promotion: 409 if a gate requires a passing run or a second person.
   */
  delete(agentId: string, agentVersionId: string, options?: CallOptions): Promise<void>;
  /**
   * Promote or roll back a version. Makes this version the current version. The next job uses it. 409 if a gate
   * requires a passing run. If the gate asks for four eyes, the answer is 202 and the version is only proposed,
   * see `/v1/promotions/`.
   */
  setCurrent(agentId: string, agentVersionId: string, body?: VersionPromoteBody, options?: CallOptions): Promise<Agent>;
}
