import { type Static, Type } from 'typebox';
import { Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// Skill sets on the wire: instructions in files, in immutable versions.

export const skillSetOrderings = ['name', 'created_at', 'updated_at'] as const;
export const generationStatuses = ['building', 'succeeded', 'failed'] as const;
export const fileChangeStatuses = ['created', 'edited', 'untouched'] as const;

export const PATH_CHARACTERS_MAX = 1_024;

const setName = Type.String({ minLength: 1, maxLength: 255, examples: ['Chargeback handbook'] });
const description = Type.String({ maxLength: 20_000, examples: ['How our team decides disputes.'] });
const versionName = Type.String({ minLength: 1, maxLength: 255, examples: ['after the audit'] });
const summary = Type.String({ maxLength: 20_000, examples: ['Explains what counts as proof of delivery.'] });

export const SkillSet = Type.Object({
  id: Uuid,
  name: setName,
  description,
  organization_id: Uuid,
  knowledge_base_key_id: Nullable(Uuid),
  current_version_id: Nullable(Uuid),
  created_at: Timestamp,
  updated_at: Type.String({
    format: 'date-time',
    description: 'Also changes when another version becomes current.',
    examples: ['2026-01-05T09:12:44.120Z'],
  }),
});
export type SkillSet = Static<typeof SkillSet>;
export const SkillSetPage = Page(SkillSet);

export const SkillFile = Type.Object({
  relative_path: Type.String({
    minLength: 1,
    maxLength: PATH_CHARACTERS_MAX,
    description: 'Path within the set, with slashes. Agents read `SKILL.md` first.',
    examples: ['SKILL.md'],
  }),
  content: Type.String({
    description:
      'Text. Front matter (`name`, `description`) says when to read the file. A line `@include other.md` includes another file.',
    examples: [
      '---\nname: Chargebacks\ndescription: Read it before you decide a dispute.\n---\n\n# Chargebacks\n\nAsk for proof of delivery first.\n',
    ],
  }),
});
export type SkillFile = Static<typeof SkillFile>;

export const SkillFileChange = Type.Object({
  path: Type.String({ minLength: 1, maxLength: PATH_CHARACTERS_MAX, examples: ['SKILL.md'] }),
  status: Type.Enum([...fileChangeStatuses]),
  note: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
  added_lines: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
  removed_lines: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
});
export type SkillFileChange = Static<typeof SkillFileChange>;

const SkillUser = Type.Object({ id: Type.Integer(), email: Type.String(), display_name: Type.String() });

export const SkillVersion = Type.Object({
  id: Uuid,
  version_name: versionName,
  created_at: Timestamp,
  updated_at: Timestamp,
  skill_set: SkillSet,
  created_by: Nullable(SkillUser),
  base_version_id: Nullable(Uuid),
  summary,
  file_changes: Type.Array(SkillFileChange, { description: 'Compared with the base version.' }),
  files: Type.Array(SkillFile),
});
export type SkillVersion = Static<typeof SkillVersion>;
export const SkillVersionPage = Page(SkillVersion);

/** The response of creating a version. */
export const SkillVersionCreated = Type.Object({
  id: Uuid,
  version_name: versionName,
  summary,
  file_changes: Type.Array(SkillFileChange),
  files: Type.Array(SkillFile),
});
export type SkillVersionCreated = Static<typeof SkillVersionCreated>;

export const SkillSetCreateBody = Type.Object({
  name: setName,
  description: Type.Optional(Nullable(description)),
  organization_id: Type.Optional(Type.Unknown({ description: 'Ignored with an API key.' })),
});
export const SkillSetUpdateBody = Type.Partial(
  Type.Object({ name: setName, description: Type.Optional(Nullable(description)) }),
);

const baseVersionId = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  format: 'uuid',
  description: 'The version of this set that the new version is based on.',
});
const expectedCurrent = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  format: 'uuid',
  description: 'The version that you expect to be current. The request fails with 409 if another version is current.',
});

export const SkillVersionBody = Type.Object({
  files: Type.Array(SkillFile, { description: 'The complete set of files: at most 200 files and 1 MiB in total.' }),
  version_name: Type.Optional(versionName),
  base_version_id: Type.Optional(baseVersionId),
  summary: Type.Optional(Nullable(summary)),
  file_changes: Type.Optional(
    Nullable(
      Type.Array(SkillFileChange, {
        description: 'If omitted: computed against the base version, or the current version.',
      }),
    ),
  ),
  expected_current: Type.Optional(expectedCurrent),
});
export type SkillVersionBody = Static<typeof SkillVersionBody>;

export const SkillPromoteBody = Type.Object(
  {
    reason: Type.Optional(Nullable(Type.String({ maxLength: 1_000, description: 'Recorded in the audit log.' }))),
    expected_current: Type.Optional(expectedCurrent),
  },
  { description: 'Optional.', examples: [{}] },
);

export const SkillSetListQuery = Type.Object({
  ordering: Type.Optional(
    Type.Enum(
      skillSetOrderings.flatMap((name) => [name, `-${name}` as const]),
      { description: 'A leading minus sign sorts in descending order. Default: -created_at.' },
    ),
  ),
  search: Type.Optional(Type.String({ description: 'Part of the name or description. Case does not matter.' })),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
});
export const SkillVersionListQuery = Type.Object({
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
});

const DiffSide = Type.Object({ id: Uuid, version_name: Type.String() });
export const SkillDiff = Type.Object({
  from: DiffSide,
  to: DiffSide,
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      status: Type.Enum(['added', 'removed', 'changed']),
      added_lines: Type.Integer(),
      removed_lines: Type.Integer(),
      patch: Type.String({ description: 'A unified diff with three lines of context.' }),
    }),
    { description: 'Files that differ, by path.' },
  ),
});
export type SkillDiff = Static<typeof SkillDiff>;

export const GenerateVersionBody = Type.Object({
  use_case: Type.String({
    minLength: 1,
    maxLength: 20_000,
    description: 'What the skills are for.',
    examples: ['Decide disputes of card payments from the order data.'],
  }),
  base_version_id: Type.Optional(baseVersionId),
  auto_commit: Type.Optional(
    Type.Boolean({
      description:
        'If true, the files become the current version. Default: false, the files are only the output of the job.',
    }),
  ),
  table_names: Type.Optional(
    Nullable(
      Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
        maxItems: 20,
        description: 'Tables to profile.',
        examples: [['orders']],
      }),
    ),
  ),
  attachments: Type.Optional(
    Nullable(
      Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
        maxItems: 20,
        description: 'Uploaded files: `file_<uuid>`.',
      }),
    ),
  ),
  policy_id: Type.Optional(Nullable(Type.String({ format: 'uuid' }))),
  policy_version_id: Type.Optional(Nullable(Type.String({ format: 'uuid' }))),
});
export type GenerateVersionBody = Static<typeof GenerateVersionBody>;

const sseEndpoint = Type.String({
  description: 'Path of the event stream of the job.',
  examples: ['/v1/agents/jobs/01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d/events/'],
});
const workflowId = Type.String({
  description: 'The id of the job that writes the files.',
  examples: ['01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d'],
});

export const GenerationStarted = Type.Object({ workflow_id: workflowId, sse_endpoint: sseEndpoint, run_id: Uuid });
export type GenerationStarted = Static<typeof GenerationStarted>;

export const SkillGeneration = Type.Object({
  id: Uuid,
  workflow_id: workflowId,
  sse_endpoint: sseEndpoint,
  status: Type.Enum([...generationStatuses]),
  error: Type.String({ description: 'Empty if there is none.' }),
  started_at: Timestamp,
});
export type SkillGeneration = Static<typeof SkillGeneration>;
export const CurrentGeneration = Type.Object({ generation: Nullable(SkillGeneration) });
export type CurrentGeneration = Static<typeof CurrentGeneration>;
