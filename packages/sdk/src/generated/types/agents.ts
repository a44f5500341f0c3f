// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Tag } from './tags.ts';
import type { Creator, Page } from './values.ts';

export type Agent = {
  id: string;
  created_at: string;
  updated_at: string;
  name: string;
  /** True: jobs of this agent never read the cache. */
  disable_cache: boolean;
  /** Whether failed jobs go into the cache. */
  cache_failed_jobs: boolean;
  /** Cached results that are older are not reused; null: of any age. */
  cache_max_age_seconds: number | null;
  organization_id: string;
  engine_class_id: string;
  current_version_id: string;
  /** Null when stats were not requested. */
  job_count: number | null;
  most_recent_job: string | null;
  engine_name: string;
  tags: Tag[];
  skill_generation_state: 'generating' | 'failed' | null;
  creator: Creator | null;
  /**
   * Of the current version. What will not work as configured, one sentence each: an unknown key, a missing one, a
   * placeholder without an input, a model, provider or service that no worker has. Empty when all is well.
   */
  config_warnings: string[];
};

export type AgentCreateBody = {
  name: string;
  engine_class_id: string;
  /** Ignored with an API key. */
  organization_id?: unknown;
  version_name?: string;
  /** Description of the first version. */
  description?: string;
  /** Left out or null: the engine's own inputs. */
  input_definitions?:
    | {
        /** Name of the input: letters, digits and underscores, unique within the version. */
        key: string;
        /** Media type, for example text/plain, application/pdf or image/*. */
        data_type: string;
        description?: string | null;
        example?: string | null;
        accepts_multiple_files?: boolean | null;
        required?: boolean | null;
      }[]
    | null;
  /**
   * Configuration of the engine. Strings may name inputs as ${key}. Left out or null: the engine's defaults.
   */
  engine_config?: Record<string, unknown> | null;
  approval?: ApprovalBody | null;
};

export type AgentListQuery = {
  /** False leaves job_count and most_recent_job null. Default true. */
  include_job_stats?: boolean;
  /** From 1. */
  page?: string;
  /** Default 20, at most 100, unless the operator changed it. */
  page_size?: string;
  /** Part of the name, in any case. */
  name?: string;
  /** Part of the name, id, engine, creator, a tag or a version id, in any case. */
  search?: string;
  /** Keep these engines. */
  engine_class_id?: string[];
  /** Drop these engines. */
  exclude_engine_class_id?: string[];
  /** User ids. */
  creator_id?: string[];
  /** Ids of tags; an agent with any of them is kept. */
  tags?: string[];
  /** With tags: keep agents without tags too. */
  include_untagged?: boolean;
  /** Created at or after, inclusive. */
  created_from?: string;
  /** Created at or before, inclusive. */
  created_to?: string;
  /** Configured at or after, inclusive. */
  updated_from?: string;
  /** Configured at or before, inclusive. */
  updated_to?: string;
  /** Last job at or after, inclusive. */
  most_recent_job_from?: string;
  /** Last job at or before, inclusive. */
  most_recent_job_to?: string;
  /** Agents with at least this many jobs. */
  job_count_min?: number;
  /** Agents with at most this many jobs. */
  job_count_max?: number;
  /** A minus sign in front: descending. Default -created_at. */
  ordering?:
    | 'name'
    | '-name'
    | 'created_at'
    | '-created_at'
    | 'updated_at'
    | '-updated_at'
    | 'most_recent_job'
    | '-most_recent_job'
    | 'job_count'
    | '-job_count'
    | 'engine_class_id'
    | '-engine_class_id'
    | 'creator'
    | '-creator';
};

export type AgentPage = Page<Agent>;

export type AgentUpdateBody = {
  name?: string;
  /** Shown as the description of the current version. */
  description?: string;
  disable_cache?: boolean;
  cache_failed_jobs?: boolean;
  /** Cached results that are older are not reused; null: of any age. */
  cache_max_age_seconds?: number | null;
};

export type AgentVersion = {
  id: string;
  /** Name of the agent. */
  name: string;
  version_name: string;
  creator: Creator | null;
  created_at: string;
  description: string;
  engine_class_id: string;
  engine_name: string;
  input_definitions: InputDefinition[];
  engine_config: Record<string, unknown>;
  organization_id: string;
  readonly: boolean;
  base_agent: Agent;
  supports_memory: boolean;
  post_actions: PostAction[];
  approval: Approval | null;
  /**
   * Of this version. What will not work as configured, one sentence each: an unknown key, a missing one, a
   * placeholder without an input, a model, provider or service that no worker has. Empty when all is well.
   */
  config_warnings: string[];
  /** Only with get_supports_eval=true. */
  supports_eval?: boolean;
};

/** Newest first. A bare array, or a page when page or page_size is given. */
export type AgentVersionsAnswer = AgentVersion[] | Page<AgentVersion>;

export type Approval = {
  /** Which results: all, those that need a review, or those with one of `verdicts`. */
  when: 'always' | 'needs_review' | 'verdict';
  verdicts?: string[];
  /** Least role that may approve. */
  role: 'member' | 'admin';
  /** Whoever started the job may not approve. */
  forbid_requester: boolean;
  /** Hours until it is due; may be a fraction. */
  due_hours?: number;
  /** Once it is due: the job fails, or its result gets out. */
  on_timeout: 'fail' | 'release';
};

export type ApprovalBody = {
  /** Which results: all, those that need a review, or those with one of `verdicts`. */
  when: 'always' | 'needs_review' | 'verdict';
  verdicts?: string[];
  /** Least role that may approve. */
  role?: 'member' | 'admin';
  /** Whoever started the job may not approve. */
  forbid_requester?: boolean;
  /** Hours until it is due; may be a fraction. */
  due_hours?: number;
  /** Once it is due: the job fails, or its result gets out. */
  on_timeout?: 'fail' | 'release';
};

export type InputDefinition = {
  /** Name of the input: letters, digits and underscores, unique within the version. */
  key: string;
  /** Media type, for example text/plain, application/pdf or image/*. */
  data_type: string;
  /** What the input holds. */
  description: string;
  example?: string;
  accepts_multiple_files?: boolean | null;
  /** False makes the input optional. Default true. */
  required?: boolean;
};

export type JobStats = {
  id: string;
  job_count: number;
  most_recent_job: string | null;
};

export type JobStatsQuery = {
  /** Default: every agent of the organization. */
  agent_id?: string[];
};

export type MessageAnswer = {
  message: string;
};

export type PostAction = {
  name: string;
  connection_id: string;
  operation: string;
  /**
   * Codes of final job statuses; waiting: a job begins to wait for a person, and again before that is due;
   * review_due: a review is overdue.
   */
  trigger_on: (number | 'waiting' | 'review_due')[];
  param_mappings: Record<string, string>;
};

export type VersionCreateBody = {
  version_name?: string;
  description?: string | null;
  /** The version of this agent that supplies what is left out. Default: the current one. */
  base_version_id?: string | null;
  /** Left out or null, or an empty list where the engine needs inputs: as in the base version. */
  input_definitions?:
    | {
        /** Name of the input: letters, digits and underscores, unique within the version. */
        key: string;
        /** Media type, for example text/plain, application/pdf or image/*. */
        data_type: string;
        description?: string | null;
        example?: string | null;
        accepts_multiple_files?: boolean | null;
        required?: boolean | null;
      }[]
    | null;
  /**
   * Configuration of the engine. Strings may name inputs as ${key}. Left out or null, or an empty object where the
   * engine needs keys: as in the base version.
   */
  engine_config?: Record<string, unknown> | null;
  /** Default: as in the base version. */
  post_actions?: PostAction[];
  approval?: ApprovalBody | null;
};

export type VersionListQuery = {
  /** From 1. */
  page?: string;
  /** Default 20, at most 100, unless the operator changed it. */
  page_size?: string;
};

/** May be left out. */
export type VersionPromoteBody = {
  /** Kept in the audit log. */
  reason?: string | null;
  /** Why the gate does not count this time; for admins. */
  override_reason?: string | null;
};

export type VersionQuery = {
  /** Adds supports_eval to the response. */
  get_supports_eval?: boolean;
};

export type VersionUpdateBody = {
  version_name?: string;
  description?: string;
};
