// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Approval, ApprovalBody } from './approvals.ts';
import type { Tag } from './tags.ts';
import type { Creator, Page } from './values.ts';

export type Agent = {
  id: string;
  created_at: string;
  updated_at: string;
  name: string;
  /** If true, jobs of this agent never read the cache. */
  disable_cache: boolean;
  /** Whether failed jobs are cached. */
  cache_failed_jobs: boolean;
  /** Maximum age of cached results that jobs reuse. Null: no limit. */
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
   * Problems in the configuration of the current version, one sentence each: an unknown or missing key, a
   * placeholder without an input, or a model, provider or service that no worker has. Empty if there are none.
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
  /** If omitted or null: the inputs that the engine defines. */
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
   * Configuration of the engine. Strings may contain inputs as ${key}. If omitted or null: the defaults of the
   * engine.
   */
  engine_config?: Record<string, unknown> | null;
  approval?: ApprovalBody | null;
};

export type AgentListQuery = {
  /** If false, job_count and most_recent_job are null. Default: true. */
  include_job_stats?: boolean;
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
  /** Part of the name. Case does not matter. */
  name?: string;
  /** Part of the name, id, engine, creator, a tag or a version id. Case does not matter. */
  search?: string;
  /** Only agents with these engines. */
  engine_class_id?: string[];
  /** No agents with these engines. */
  exclude_engine_class_id?: string[];
  /** User ids. */
  creator_id?: string[];
  /** Ids of tags. Only agents with at least one of them. */
  tags?: string[];
  /** Together with tags: also include agents without tags. */
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
  /** A leading minus sign sorts in descending order. Default: -created_at. */
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
  /** Maximum age of cached results that jobs reuse. Null: no limit. */
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
  /** Made for a sample run, and not published. */
  is_draft: boolean;
  /**
   * Problems in the configuration of this version, one sentence each: an unknown or missing key, a placeholder
   * without an input, or a model, provider or service that no worker has. Empty if there are none.
   */
  config_warnings: string[];
  /** Only with get_supports_eval=true. */
  supports_eval?: boolean;
};

/** Newest first. A plain array, or a page if the request has page or page_size. */
export type AgentVersionsAnswer = AgentVersion[] | Page<AgentVersion>;

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
   * Codes of final job statuses. `waiting`: a job starts to wait for a person, and a reminder before the wait is
   * due. `review_due`: a review is overdue.
   */
  trigger_on: (number | 'waiting' | 'review_due')[];
  param_mappings: Record<string, string>;
};

export type Sample = {
  job_id: string;
  /** The draft that runs. It is in no list. */
  version_id: string;
};

export type SampleBody = {
  /** If omitted, null, or empty while the engine needs inputs: the inputs of the base version. */
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
   * Configuration of the engine. Strings may contain inputs as ${key}. If omitted, null, or empty while the engine
   * needs keys: the configuration of the base version.
   */
  engine_config?: Record<string, unknown> | null;
  /** The version of this agent that supplies omitted fields. Default: the current version. */
  base_version_id?: string | null;
  /** Input values by key. Files by id or URL. */
  inputs?: Record<string, unknown>;
  /** Time limit in seconds, at most 7200. */
  timeout_seconds?: number;
  /** Limit in USD. When it is exceeded, the job stops at its next step. */
  max_cost?: number;
};

export type VersionCreateBody = {
  version_name?: string;
  description?: string | null;
  /** The version of this agent that supplies omitted fields. Default: the current version. */
  base_version_id?: string | null;
  /** If omitted, null, or empty while the engine needs inputs: the inputs of the base version. */
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
   * Configuration of the engine. Strings may contain inputs as ${key}. If omitted, null, or empty while the engine
   * needs keys: the configuration of the base version.
   */
  engine_config?: Record<string, unknown> | null;
  /** Default: the value of the base version. */
  post_actions?: PostAction[];
  approval?: ApprovalBody | null;
  /** Default: true. If false, you can compare the version first and promote it later. */
  make_current?: boolean;
};

export type VersionListQuery = {
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
};

/** Optional. */
export type VersionPromoteBody = {
  /** Recorded in the audit log. */
  reason?: string | null;
  /** The version that you expect to be current. The request fails with 409 if another version is current. */
  expected_current?: string | null;
  /** Why an admin overrides the gate. Only for admins. */
  override_reason?: string | null;
};

export type VersionQuery = {
  /** If true, the response includes supports_eval. */
  get_supports_eval?: boolean;
};

export type VersionUpdateBody = {
  version_name?: string;
  description?: string;
};
