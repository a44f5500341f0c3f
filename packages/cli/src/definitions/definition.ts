import type { AgentVersion, InputDefinition, ReviewPlan, Schedule, Trigger } from '@errand/sdk';

// The configuration of an organization as files that people can review: no ids, no secrets, no stats.

export type AgentDefinition = {
  kind: 'agent';
  name: string;
  engine: string;
  disable_cache: boolean;
  cache_failed_jobs: boolean;
  tags: string[];
  /** Which of its jobs people review. */
  review_plan: ReviewPlan;
  version: {
    name: string;
    description: string;
    inputs: InputDefinition[];
    config: Record<string, unknown>;
    post_actions: AgentVersion['post_actions'];
    approval: AgentVersion['approval'];
  };
};

export type PolicyDefinition = {
  kind: 'policy';
  name: string;
  description: string;
  version_name: string;
  content: Record<string, unknown>;
};

export type WebhookDefinition = {
  kind: 'webhook';
  name: string;
  url: string;
  is_active: boolean;
  events: string[];
  alerts: string[];
  /** Only the names. Values are often secrets, so they stay on the server. */
  headers: string[];
  /** Slugs of the agents whose jobs it reports. */
  agents: string[];
};

/** `agent` is a reference such as `agent:read-invoice`. `version` is the name of the version that it is pinned to. */
export type ScheduleDefinition = {
  kind: 'schedule';
  name: string;
  agent: string;
  version: string | null;
} & Pick<
  Schedule,
  | 'cron'
  | 'every_seconds'
  | 'timezone'
  | 'inputs'
  | 'metadata'
  | 'enabled'
  | 'catch_up'
  | 'overlap'
  | 'max_cost_per_run'
>;

/** Has no secrets. `secrets` lists the members of its credentials that only the server has. */
export type ConnectionDefinition = {
  kind: 'connection';
  name: string;
  type: string;
  description: string;
  config: Record<string, unknown>;
  auth: Record<string, unknown>;
  secrets: string[];
  dynamic_inputs: Record<string, string>;
};

export type SkillSetDefinition = {
  kind: 'skill_set';
  name: string;
  description: string;
  version_name: string;
  /** Content by path. */
  files: Record<string, string>;
};

/** Has neither its address, which the server assigns, nor its secret. */
export type TriggerDefinition = {
  kind: 'trigger';
  name: string;
  /** The kind of event. */
  on: Trigger['kind'];
  agent: string;
  version: string | null;
  after: string | null;
  /** For the kind storage: a reference such as `connection:bucket`. */
  connection: string | null;
  verify: { kind: NonNullable<Trigger['verify']>['kind']; header: string | null; prefix: string | null } | null;
} & Pick<Trigger, 'mapping' | 'condition' | 'enabled' | 'id_header' | 'statuses' | 'prefix'>;

/** Has no cases, because they are data: cases from jobs include their evidence. `of` is an agent or a policy. */
export type EvaluationSetDefinition = { kind: 'evaluation_set'; name: string; description: string; of: string };

/** The conditions for a version of `of` to become current. */
export type GateDefinition = {
  kind: 'gate';
  of: string;
  /** A reference such as `evaluation_set:corrected-listings`. */
  set: string;
  min_accuracy: number | null;
  no_regressions: boolean;
};

export type WorksheetDefinition = { kind: 'worksheet'; name: string; content: string };

export type Definition =
  | ConnectionDefinition
  | SkillSetDefinition
  | AgentDefinition
  | PolicyDefinition
  | WebhookDefinition
  | ScheduleDefinition
  | TriggerDefinition
  | EvaluationSetDefinition
  | GateDefinition
  | WorksheetDefinition;

/** A definition with the slug of its file, such as `agents/read-invoice.yaml`. */
export type Defined<T extends Definition = Definition> = { slug: string; definition: T };

export const folders = {
  connection: 'connections',
  skill_set: 'skills',
  policy: 'policies',
  agent: 'agents',
  webhook: 'webhooks',
  schedule: 'schedules',
  trigger: 'triggers',
  evaluation_set: 'evaluations',
  gate: 'gates',
  worksheet: 'worksheets',
} as const;

export const pathOf = ({ slug, definition }: Defined): string => `${folders[definition.kind]}/${slug}.yaml`;
