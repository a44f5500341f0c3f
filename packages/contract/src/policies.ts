import { type Static, Type } from 'typebox';
import { JsonObject, Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// Policies, their versions and differences on the wire.

export const ruleFlags = ['RED_FLAG', 'GREEN_FLAG'] as const;
export const policyOrderings = ['name', 'created_at', 'updated_at'] as const;

const policyName = Type.String({ minLength: 1, maxLength: 255, examples: ['Product compliance'] });
const versionName = Type.String({ minLength: 1, maxLength: 255, examples: ['stricter on batteries'] });
const description = Type.String({ maxLength: 20_000, examples: ['What may be listed in the shop.'] });

export const Policy = Type.Object({
  id: Uuid,
  name: policyName,
  description,
  organization_id: Uuid,
  current_version_id: Nullable(Uuid),
  created_at: Timestamp,
  updated_at: Type.String({
    format: 'date-time',
    description: 'Also changes when another version becomes current.',
    examples: ['2026-01-05T09:12:44.120Z'],
  }),
});
export type Policy = Static<typeof Policy>;
export const PolicyPage = Page(Policy);

export const PolicyContent = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description:
    'Sections: guidelines (categories of rules, each with a flag and sub_rules), instructions, dispositions (classifications) and summary_template. Every section is optional. The service creates the ids of categories, rules and sub-rules.',
  examples: [
    {
      guidelines: {
        categories: [
          {
            title: 'Prohibited goods',
            rules: [
              {
                title: 'Weapons',
                description: 'The listing offers weapons, ammunition or parts of them.',
                flag: 'RED_FLAG',
                sub_rules: [{ title: 'Replicas', description: 'Replicas count when they can be converted.' }],
              },
            ],
          },
        ],
      },
      instructions: 'Judge by what the listing says, not by what it might mean.',
      dispositions: {
        classifications: [
          { name: 'approved', description: 'No rule of a red flag is met.' },
          { name: 'rejected', description: 'A rule of a red flag is met.' },
        ],
      },
      summary_template: { template: '{{verdict}}: {{#each findings}}{{rule_title}} {{/each}}' },
    },
  ],
});

const ContentWarnings = Type.Array(Type.String(), {
  description:
    'Problems in the content, one sentence each: unknown sections and fields, missing rules or classifications, or a template with unknown values. Empty if there are none.',
  examples: [["There is no section 'guideline': it is kept, but not used. Did you mean 'guidelines'?"]],
});

const PolicyUser = Type.Object({ id: Type.Integer(), email: Type.String(), display_name: Type.String() });

export const PolicyVersion = Type.Object({
  id: Uuid,
  version_name: versionName,
  content: JsonObject,
  content_warnings: ContentWarnings,
  created_at: Timestamp,
  updated_at: Timestamp,
  policy: Policy,
  created_by: Nullable(PolicyUser),
  base_version_id: Nullable(Uuid),
});
export type PolicyVersion = Static<typeof PolicyVersion>;
export const PolicyVersionPage = Page(PolicyVersion);

/** The response of creating a version. */
export const PolicyVersionCreated = Type.Object({
  id: Uuid,
  version_name: versionName,
  content: JsonObject,
  content_warnings: ContentWarnings,
});

export const PolicyCreateBody = Type.Object({
  name: policyName,
  description: Type.Optional(Nullable(description)),
  content: PolicyContent,
  version_name: Type.Optional(versionName),
  organization_id: Type.Optional(Type.Unknown({ description: 'Ignored with an API key.' })),
});
export const PolicyReplaceBody = Type.Object({ name: policyName, description: Type.Optional(Nullable(description)) });
export const PolicyUpdateBody = Type.Partial(PolicyReplaceBody);

export const PolicyVersionBody = Type.Object({
  content: PolicyContent,
  version_name: Type.Optional(versionName),
  base_version_id: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description:
        'The version of this policy that the new version is based on. Rules with the same title keep their ids.',
    }),
  ),
  make_current: Type.Optional(
    Type.Boolean({ description: 'Default: true. If false, you can compare the version first and promote it later.' }),
  ),
});

export const PromoteBody = Type.Object(
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
    rehearsal_id: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'uuid',
        description:
          'The rehearsal behind the decision, recorded in the audit log. It must be a finished rehearsal of this version, otherwise the request fails with 400.',
      }),
    ),
  },
  { description: 'Optional.', examples: [{ reason: 'Approved by compliance on Friday.' }] },
);

export const DependentAgent = Type.Object({
  base_agent_id: Uuid,
  agent_name: Type.String(),
  version_id: Uuid,
  version_name: Type.String(),
});
export const DependentAgents = Type.Array(DependentAgent);

export const PolicyListQuery = Type.Object({
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
  search: Type.Optional(Type.String({ description: 'Part of the name or description. Case does not matter.' })),
  ordering: Type.Optional(
    Type.Enum(
      policyOrderings.flatMap((name) => [name, `-${name}` as const]),
      { description: 'A leading minus sign sorts in descending order. Default: -created_at.' },
    ),
  ),
});
export const PolicyVersionListQuery = Type.Object({
  page: PolicyListQuery.properties.page,
  page_size: PolicyListQuery.properties.page_size,
});

const RuleText = Type.Object({
  description: Type.String(),
  flag: Nullable(Type.String()),
  sub_rules: Type.Array(Type.Object({ title: Type.String(), description: Type.String() })),
});
export const DiffRule = Type.Object({
  id: Uuid,
  category: Type.String(),
  title: Type.String(),
  ...RuleText.properties,
});
const ClassificationText = Type.Object({ description: Type.String(), prompt: Type.String() });
const DiffClassification = Type.Object({ name: Type.String(), ...ClassificationText.properties });
const CategoryText = Type.Object({ description: Type.String() });
const DiffCategory = Type.Object({ title: Type.String(), description: Type.String() });
const DiffText = Nullable(Type.Object({ from: Type.String(), to: Type.String() }));

export const PolicyDiff = Type.Object({
  from: Type.Object({ id: Uuid, version_name: Type.String() }),
  to: Type.Object({ id: Uuid, version_name: Type.String() }),
  rules: Type.Object(
    {
      added: Type.Array(DiffRule),
      removed: Type.Array(DiffRule),
      changed: Type.Array(
        Type.Object({ id: Uuid, category: Type.String(), title: Type.String(), from: RuleText, to: RuleText }),
      ),
    },
    { description: 'Rules match by id, otherwise by category and title.' },
  ),
  categories: Type.Object({
    added: Type.Array(DiffCategory),
    removed: Type.Array(DiffCategory),
    changed: Type.Array(Type.Object({ title: Type.String(), from: CategoryText, to: CategoryText })),
  }),
  instructions: DiffText,
  classifications: Type.Object({
    added: Type.Array(DiffClassification),
    removed: Type.Array(DiffClassification),
    changed: Type.Array(Type.Object({ name: Type.String(), from: ClassificationText, to: ClassificationText })),
  }),
  summary_template: DiffText,
  sar_narrative_template: DiffText,
});
export type PolicyDiff = Static<typeof PolicyDiff>;
