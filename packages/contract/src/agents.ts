import { type Static, Type } from 'typebox';
import { Approval, ApprovalBody } from './approvals.ts';
import { Tag } from './tags.ts';
import { Creator, GivenId, JsonObject, Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// Agents and their versions on the wire.

export const agentOrderings = [
  'name',
  'created_at',
  'updated_at',
  'most_recent_job',
  'job_count',
  'engine_class_id',
  'creator',
] as const;

const COUNT_MAX = Number.MAX_SAFE_INTEGER;
/** Ten years. */
const CACHE_AGE_MAX = 315_360_000;

export const InputDefinition = Type.Object(
  {
    key: Type.String({
      description: 'Name of the input: letters, digits and underscores, unique within the version.',
      examples: ['text'],
    }),
    data_type: Type.String({
      description: 'Media type, for example text/plain, application/pdf or image/*.',
      examples: ['text/plain'],
    }),
    description: Type.String({ description: 'What the input holds.', examples: ['The text to summarize.'] }),
    example: Type.Optional(Type.String({ examples: ['Rain is expected on Friday.'] })),
    accepts_multiple_files: Type.Optional(Nullable(Type.Boolean())),
    required: Type.Optional(Type.Boolean({ description: 'False makes the input optional. Default true.' })),
  },
  { additionalProperties: true },
);
export type InputDefinition = Static<typeof InputDefinition>;

// Each is a single type, so that a wrong value gives one message instead of one per alternative.
const TextOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const FlagOrNull = Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] });

/** The form that clients may send. It is looser than the response. */
const InputDefinitionBody = Type.Object(
  {
    key: InputDefinition.properties.key,
    data_type: InputDefinition.properties.data_type,
    description: Type.Optional(TextOrNull),
    example: Type.Optional(TextOrNull),
    accepts_multiple_files: Type.Optional(FlagOrNull),
    required: Type.Optional(FlagOrNull),
  },
  { additionalProperties: true },
);
export type InputDefinitionBody = Static<typeof InputDefinitionBody>;
const inputDefinitions = (description: string) =>
  Type.Optional(
    Type.Unsafe<InputDefinitionBody[] | null>({ type: ['array', 'null'], items: InputDefinitionBody, description }),
  );

export const PostAction = Type.Object({
  name: Type.String({ minLength: 1, examples: ['Post the summary'] }),
  connection_id: GivenId,
  operation: Type.String({ minLength: 1, examples: ['create_row'] }),
  trigger_on: Type.Array(Type.Union([Type.Integer(), Type.Enum(['waiting', 'review_due'])]), {
    description:
      'Codes of final job statuses. `waiting`: a job starts to wait for a person, and a reminder before the wait is due. `review_due`: a review is overdue.',
    examples: [[3], [4, 'waiting']],
  }),
  param_mappings: Type.Record(Type.String(), Type.String(), { examples: [{ body: '${output}' }] }),
});
export type PostAction = Static<typeof PostAction>;

const configWarnings = (whose: string) =>
  Type.Array(Type.String(), {
    description: `Problems in the configuration ${whose}, one sentence each: an unknown or missing key, a placeholder without an input, or a model, provider or service that no worker has. Empty if there are none.`,
    examples: [["The engine has no key 'modle': it is kept, but not used. Did you mean 'model'?"]],
  });

export const Agent = Type.Object({
  id: Uuid,
  created_at: Timestamp,
  updated_at: Timestamp,
  name: Type.String({ examples: ['Summarize a note'] }),
  disable_cache: Type.Boolean({ description: 'If true, jobs of this agent never read the cache.' }),
  cache_failed_jobs: Type.Boolean({ description: 'Whether failed jobs are cached.' }),
  cache_max_age_seconds: Nullable(
    Type.Integer({ description: 'Maximum age of cached results that jobs reuse. Null: no limit.', examples: [86400] }),
  ),
  organization_id: Uuid,
  engine_class_id: Type.String({ examples: ['TemplateEngine'] }),
  current_version_id: Uuid,
  job_count: Nullable(Type.Integer({ description: 'Null when stats were not requested.' })),
  most_recent_job: Nullable(Timestamp),
  engine_name: Type.String({ examples: ['Template'] }),
  tags: Type.Array(Tag),
  skill_generation_state: Nullable(Type.Enum(['generating', 'failed'])),
  creator: Nullable(Creator),
  config_warnings: configWarnings('of the current version'),
});
export type Agent = Static<typeof Agent>;

export const AgentPage = Page(Agent);

export const AgentVersion = Type.Object({
  id: Uuid,
  name: Type.String({ description: 'Name of the agent.' }),
  version_name: Type.String({ examples: ['shorter summaries'] }),
  creator: Nullable(Creator),
  created_at: Timestamp,
  description: Type.String(),
  engine_class_id: Type.String({ examples: ['TemplateEngine'] }),
  engine_name: Type.String({ examples: ['Template'] }),
  input_definitions: Type.Array(InputDefinition),
  engine_config: JsonObject,
  organization_id: Uuid,
  readonly: Type.Boolean(),
  base_agent: Agent,
  supports_memory: Type.Boolean(),
  post_actions: Type.Array(PostAction),
  approval: Nullable(Approval),
  is_draft: Type.Boolean({ description: 'Made for a sample run, and not published.' }),
  config_warnings: configWarnings('of this version'),
  supports_eval: Type.Optional(Type.Boolean({ description: 'Only with get_supports_eval=true.' })),
});
export type AgentVersion = Static<typeof AgentVersion>;

export const AgentVersionsAnswer = Type.Union([Type.Array(AgentVersion), Page(AgentVersion)], {
  description: 'Newest first. A plain array, or a page if the request has page or page_size.',
});

export const JobStats = Type.Object({
  id: Uuid,
  job_count: Type.Integer({ examples: [42] }),
  most_recent_job: Nullable(Timestamp),
});

const agentName = Type.String({ minLength: 1, maxLength: 200, examples: ['Summarize a note'] });
const versionName = Type.String({ minLength: 1, maxLength: 255, examples: ['shorter summaries'] });
const engineConfig = (otherwise: string) =>
  Type.Optional(
    Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      description: `Configuration of the engine. Strings may contain inputs as \${key}. ${otherwise}`,
      examples: [{ template: 'Dear ${name}' }],
    }),
  );

export const AgentCreateBody = Type.Object({
  name: agentName,
  engine_class_id: Type.String({ minLength: 1, maxLength: 200, examples: ['TemplateEngine'] }),
  organization_id: Type.Optional(Type.Unknown({ description: 'Ignored with an API key.' })),
  version_name: Type.Optional(versionName),
  description: Type.Optional(Type.String({ minLength: 1, description: 'Description of the first version.' })),
  input_definitions: inputDefinitions('If omitted or null: the inputs that the engine defines.'),
  engine_config: engineConfig('If omitted or null: the defaults of the engine.'),
  approval: Type.Optional(Nullable(ApprovalBody)),
});

export const AgentUpdateBody = Type.Object({
  name: Type.Optional(agentName),
  description: Type.Optional(Type.String({ description: 'Shown as the description of the current version.' })),
  disable_cache: Type.Optional(Type.Boolean()),
  cache_failed_jobs: Type.Optional(Type.Boolean()),
  cache_max_age_seconds: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: CACHE_AGE_MAX,
      description: 'Maximum age of cached results that jobs reuse. Null: no limit.',
      examples: [86400],
    }),
  ),
});

export const VersionCreateBody = Type.Object({
  version_name: Type.Optional(versionName),
  description: Type.Optional(TextOrNull),
  base_version_id: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      maxLength: 36,
      description: 'The version of this agent that supplies omitted fields. Default: the current version.',
    }),
  ),
  input_definitions: inputDefinitions(
    'If omitted, null, or empty while the engine needs inputs: the inputs of the base version.',
  ),
  engine_config: engineConfig(
    'If omitted, null, or empty while the engine needs keys: the configuration of the base version.',
  ),
  post_actions: Type.Optional(Type.Array(PostAction, { description: 'Default: the value of the base version.' })),
  approval: Type.Optional(Nullable(ApprovalBody)),
  make_current: Type.Optional(
    Type.Boolean({ description: 'Default: true. If false, you can compare the version first and promote it later.' }),
  ),
});

export const SampleBody = Type.Object(
  {
    input_definitions: VersionCreateBody.properties.input_definitions,
    engine_config: VersionCreateBody.properties.engine_config,
    base_version_id: VersionCreateBody.properties.base_version_id,
    inputs: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Input values by key. Files by id or URL.' }),
    ),
    timeout_seconds: Type.Optional(Type.Integer({ minimum: 1, description: 'Time limit in seconds, at most 7200.' })),
    max_cost: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        description: 'Limit in USD. When it is exceeded, the job stops at its next step.',
      }),
    ),
  },
  { examples: [{ engine_config: { template: 'Dear ${name}' }, inputs: { text: 'Ada' } }] },
);

export const Sample = Type.Object({
  job_id: Uuid,
  version_id: { ...Uuid, description: 'The draft that runs. It is in no list.' },
});

export const VersionPromoteBody = Type.Object(
  {
    reason: Type.Optional(Nullable(Type.String({ maxLength: 1_000, description: 'Recorded in the audit log.' }))),
    expected_current: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'uuid',
        description:
          'The version that you expect to be current. The request fails with 409 if another version is current.',
      }),
    ),
    override_reason: Type.Optional(
      Nullable(Type.String({ maxLength: 1_000, description: 'Why an admin overrides the gate. Only for admins.' })),
    ),
  },
  { description: 'Optional.', examples: [{ reason: 'Better on the corrected cases.' }] },
);

export const VersionUpdateBody = Type.Object({
  version_name: Type.Optional(versionName),
  description: Type.Optional(Type.String({ minLength: 1 })),
});

export const MessageAnswer = Type.Object({ message: Type.String() });

const bound = (what: string) => Type.Optional(Type.String({ format: 'date-time', description: `${what}, inclusive.` }));

export const AgentListQuery = Type.Object({
  include_job_stats: Type.Optional(
    Type.Boolean({ description: 'If false, job_count and most_recent_job are null. Default: true.' }),
  ),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
  name: Type.Optional(Type.String({ description: 'Part of the name. Case does not matter.' })),
  search: Type.Optional(
    Type.String({ description: 'Part of the name, id, engine, creator, a tag or a version id. Case does not matter.' }),
  ),
  engine_class_id: Type.Optional(Type.Array(Type.String(), { description: 'Only agents with these engines.' })),
  exclude_engine_class_id: Type.Optional(Type.Array(Type.String(), { description: 'No agents with these engines.' })),
  creator_id: Type.Optional(Type.Array(Type.String(), { description: 'User ids.' })),
  tags: Type.Optional(Type.Array(GivenId, { description: 'Ids of tags. Only agents with at least one of them.' })),
  include_untagged: Type.Optional(
    Type.Boolean({ description: 'Together with tags: also include agents without tags.' }),
  ),
  created_from: bound('Created at or after'),
  created_to: bound('Created at or before'),
  updated_from: bound('Configured at or after'),
  updated_to: bound('Configured at or before'),
  most_recent_job_from: bound('Last job at or after'),
  most_recent_job_to: bound('Last job at or before'),
  job_count_min: Type.Optional(
    Type.Integer({ minimum: -COUNT_MAX, maximum: COUNT_MAX, description: 'Agents with at least this many jobs.' }),
  ),
  job_count_max: Type.Optional(
    Type.Integer({ minimum: -COUNT_MAX, maximum: COUNT_MAX, description: 'Agents with at most this many jobs.' }),
  ),
  ordering: Type.Optional(
    Type.Enum(
      agentOrderings.flatMap((name) => [name, `-${name}` as const]),
      { description: 'A leading minus sign sorts in descending order. Default: -created_at.' },
    ),
  ),
});
export type AgentListQuery = Static<typeof AgentListQuery>;

export const JobStatsQuery = Type.Object({
  agent_id: Type.Optional(Type.Array(GivenId, { description: 'Default: every agent of the organization.' })),
});

export const VersionQuery = Type.Object({
  get_supports_eval: Type.Optional(Type.Boolean({ description: 'If true, the response includes supports_eval.' })),
});
export const VersionListQuery = Type.Object({
  page: AgentListQuery.properties.page,
  page_size: AgentListQuery.properties.page_size,
});
