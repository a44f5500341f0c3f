import type {
  AgentVersion,
  CaseQueue,
  InputDefinition,
  PlaybookVersion,
  ReportTemplate,
  ReviewPlan,
  Schedule,
  ScreeningWatch,
  TransactionSource,
  Trigger,
} from '@errand/sdk';

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
  /** The agent that it runs, or null. */
  agent: string | null;
  /** Instead of an agent: a reference such as `case_queue:payments`. */
  case_queue: string | null;
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
  /** A reference such as `evaluation_set:corrected-listings`. Without it, the gate only asks for a second person. */
  set?: string;
  min_accuracy: number | null;
  no_regressions: boolean;
  four_eyes?: boolean;
};

/** In the content, `agent_id` and `policy_id` are references such as `agent:first-look`. */
export type PlaybookDefinition = {
  kind: 'playbook';
  name: string;
  description: string;
  version_name: string;
  content: PlaybookVersion['content'];
  /** What a rehearsal has to show before a version becomes current. */
  gate: { min_cases: number; max_wrong_share: number } | null;
};

export type ReportTemplateDefinition = { kind: 'report_template' } & Pick<ReportTemplate, 'name' | 'sections'>;

/** Has no entries, because they are data. */
export type ScreeningListDefinition = { kind: 'screening_list'; name: string; description: string };

/** `playbook` is a reference such as `playbook:first-look`. */
export type CaseQueueDefinition = {
  kind: 'case_queue';
  playbook: string | null;
  /** Where its transactions are, and which rules look for patterns in them. */
  transactions: Pick<TransactionSource, 'table' | 'columns' | 'identifier' | 'rules' | 'read_from'> | null;
} & Pick<CaseQueue, 'name' | 'join_rule' | 'clocks' | 'reason_codes' | 'four_eyes'>;

/** Has no subjects, because they are data. `lists` and `queue` are references. */
export type ScreeningWatchDefinition = {
  kind: 'screening_watch';
  lists: string[] | null;
  queue: string | null;
} & Pick<ScreeningWatch, 'name' | 'threshold' | 'every_hours' | 'source'>;

export type WorksheetDefinition = { kind: 'worksheet'; name: string; content: string };

export type Definition =
  | ConnectionDefinition
  | SkillSetDefinition
  | AgentDefinition
  | PolicyDefinition
  | WebhookDefinition
  | ScheduleDefinition
  | PlaybookDefinition
  | ReportTemplateDefinition
  | ScreeningListDefinition
  | CaseQueueDefinition
  | ScreeningWatchDefinition
  | TriggerDefinition
  | EvaluationSetDefinition
  | GateDefinition
  | WorksheetDefinition;

/** A definition with the slug of its file, such as `agents/read-invoice.yaml`. */
export type Defined<T extends Definition = Definition> = { slug: string; definition: T };

type Kind = {
  folder: string;
  /** Where the organization has those that exist. */
  list: string;
  /** The members of a file; `!` marks those that it must have. */
  members: string;
  /** Whether others refer to it, as `policy:house-rules`. */
  isReferred?: true;
  /** Whether it is applied with ids in the place of references. */
  takesIds?: true;
};

/** Every kind of definition, in the order in which they are applied: what others refer to comes first. */
export const kinds = {
  connection: {
    folder: 'connections',
    list: 'connections',
    members: 'name! type! config! description auth secrets dynamic_inputs',
    isReferred: true,
  },
  skill_set: { folder: 'skills', list: 'skills', members: 'name! files! description version_name', isReferred: true },
  policy: {
    folder: 'policies',
    list: 'policies',
    members: 'name! content! description version_name',
    isReferred: true,
  },
  agent: {
    folder: 'agents',
    list: 'agents',
    members: 'name! engine! version! disable_cache cache_failed_jobs tags review_plan',
    isReferred: true,
    takesIds: true,
  },
  webhook: { folder: 'webhooks', list: 'webhooks', members: 'name! url! is_active events alerts headers agents' },
  schedule: {
    folder: 'schedules',
    list: 'schedules',
    members:
      'name! agent! version cron every_seconds timezone inputs metadata enabled catch_up overlap max_cost_per_run',
    takesIds: true,
  },
  playbook: {
    folder: 'playbooks',
    list: 'playbooks',
    members: 'name! content! description version_name gate',
    isReferred: true,
    takesIds: true,
  },
  report_template: { folder: 'report-templates', list: 'reportTemplates', members: 'name! sections!' },
  screening_list: {
    folder: 'screening-lists',
    list: 'screeningLists',
    members: 'name! description',
    isReferred: true,
  },
  case_queue: {
    folder: 'case-queues',
    list: 'caseQueues',
    members: 'name! join_rule clocks reason_codes four_eyes playbook transactions',
    isReferred: true,
    takesIds: true,
  },
  screening_watch: {
    folder: 'screening-watches',
    list: 'screeningWatches',
    members: 'name! lists threshold every_hours queue source',
    takesIds: true,
  },
  trigger: {
    folder: 'triggers',
    list: 'triggers',
    members:
      'name! on! agent case_queue version after connection prefix statuses mapping condition enabled verify id_header',
    takesIds: true,
  },
  evaluation_set: { folder: 'evaluations', list: 'evaluations', members: 'name! of! description', isReferred: true },
  gate: { folder: 'gates', list: 'gates', members: 'of! set min_accuracy no_regressions four_eyes' },
  worksheet: { folder: 'worksheets', list: 'worksheets', members: 'name! content!' },
} as const satisfies Record<Definition['kind'], Kind>;

export const kindOf = (kind: Definition['kind']): Kind => kinds[kind];
export const folders: readonly string[] = Object.values(kinds).map(({ folder }) => folder);

export const pathOf = ({ slug, definition }: Defined): string => `${kinds[definition.kind].folder}/${slug}.yaml`;
