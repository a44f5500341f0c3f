import { Type } from 'typebox';
import { Download } from './content.ts';
import { Nullable, Page, Timestamp, Uuid } from './values.ts';

// Objects that can be verified without the service: case files, keys and signed objects.

export const CaseFile = Download('The case file: a ZIP that `errand case verify` checks offline.', {
  'application/zip': 'manifest.json, manifest.sig, inputs, evidence, steps, verdict, reviews',
});

const key = {
  key_id: Type.String({
    description: 'The first 32 digits of the SHA-256 of the public key (DER).',
    examples: ['3b0c9d7be1f04d6a9f4f4f0a7f5f1c22'],
  }),
  algorithm: Type.Enum(['ed25519']),
  public_key: Type.String({
    description: 'PEM.',
    examples: ['-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA…\n-----END PUBLIC KEY-----\n'],
  }),
  created_at: Timestamp,
};
export const SigningKey = Type.Object({
  ...key,
  previous: Type.Array(Type.Object({ ...key, retired_at: Timestamp }), {
    description: 'Earlier keys, newest first. They no longer sign, but their signatures stay valid.',
  }),
});

export const Hold = Type.Object({
  reason: Type.String({ examples: ['Dispute 2026-114 is open.'] }),
  placed_by: Nullable(
    Type.String({ description: 'E-mail of the person, or name of the API key.', examples: ['ada@example.com'] }),
  ),
  placed_at: Timestamp,
});
export const HoldBody = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: 2000, examples: ['Dispute 2026-114 is open.'] }),
});
export const HoldPage = Page(Type.Object({ job_id: Uuid, ...Hold.properties }));

const Days = (what: string) =>
  Nullable(Type.Integer({ minimum: 1, maximum: 36500, description: `${what} Null: forever.`, examples: [365] }));
export const Retention = Type.Object({
  jobs_days: Days('Days after which a finished job and all its data are removed.'),
  evidence_days: Days('Uploaded files, artifacts, saved pages.'),
  steps_days: Days('Recorded steps.'),
  audit_days: Days('Entries of the audit log.'),
});

export const ArchiveView = Type.Object({
  after_months: Type.Integer({
    description: 'Number of full months that stay in the database. 0: nothing is archived.',
    examples: [12],
  }),
  months: Type.Array(
    Type.Object({
      month: Type.String({ examples: ['2026-03'] }),
      jobs: Type.Integer(),
      deliveries: Type.Integer({ description: 'Of webhooks.' }),
      bytes: Type.Integer(),
      damaged: Type.Boolean({ description: 'If true, a file was missing or damaged at the last read.' }),
    }),
    { description: 'Newest first.' },
  ),
});

/** A signed object. `signature` covers the object without that member. */
export const Certificate = Type.Object({
  id: Uuid,
  organization_id: Uuid,
  job_id: Nullable(Uuid),
  job_ids: Type.Array(Uuid, { description: 'The jobs, if retention removed the data of several.' }),
  reason: Type.Enum(['request', 'retention']),
  removed: Type.Array(Type.Object({ kind: Type.String({ examples: ['artifacts'] }), count: Type.Integer() })),
  at: Timestamp,
  key_id: Type.String(),
  signature: Type.String({
    description: 'Ed25519 signature in base64 over the object without this field, in canonical JSON (RFC 8785).',
  }),
});
export const CertificatePage = Page(Certificate);

const FindingState = Type.Enum(['hit', 'not_hit', 'undecided']);
export const Explanation = Type.Object({
  verdict: Type.String({ examples: ['rejected'] }),
  decided_by: Type.String({ description: 'The model, or the built-in baseline.' }),
  overridden: Nullable(
    Type.Object(
      {
        verdict: Type.String({ examples: ['approved'] }),
        by: Nullable(Type.String({ description: 'E-mail address of the reviewer.' })),
        at: Timestamp,
        comment: Type.String(),
      },
      { description: 'What a reviewer decided instead. The rest explains the verdict that was replaced.' },
    ),
  ),
  policy_version_id: Uuid,
  rules: Type.Array(
    Type.Object({
      rule_id: Type.String(),
      title: Type.String({ examples: ['Weapons'] }),
      category: Type.String(),
      hit: Type.Boolean(),
      decided: Type.Boolean({ description: 'If false, the evidence was not sufficient to decide the rule.' }),
      reasoning: Type.String(),
      evidence: Type.Array(
        Type.Object({
          reference: Type.String({ examples: ['$REF_1$'] }),
          quote: Type.String(),
          name: Nullable(Type.String()),
          artifact_key: Nullable(Type.String({ description: 'Key of an artifact of the job.' })),
        }),
      ),
    }),
  ),
  what_would_change_it: Type.Array(
    Type.Object({
      change: Type.Array(
        Type.Union([
          Type.Object({ rule_id: Type.String(), from: FindingState, to: FindingState }),
          Type.Object({
            input: Type.String({ examples: ['product_listing'] }),
            from: Type.String({ description: 'An exact quotation from the input.' }),
            to: Type.String({ description: 'The replacement text. Empty: the text is removed.' }),
          }),
        ]),
      ),
      verdict: Type.String(),
    }),
    {
      description:
        'For each other verdict, the smallest change of findings (and of inputs, if no model decided) that leads to it, verified by deciding again. Empty if only a model or a person could tell.',
    },
  ),
  text: Type.String({
    description: 'The explanation as text, from the explanation_template of the policy or the default template.',
  }),
});
export const ContestBody = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: 5000, examples: ['The knife in the listing is a butter knife.'] }),
});

export const CaseIndexQuery = Type.Object({
  from: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Only jobs that ended at this time or later. Default: 30 days before the end of the period.',
      examples: ['2026-01-01T00:00:00Z'],
    }),
  ),
  to: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Only jobs that ended before this time. Default: now.',
      examples: ['2026-02-01T00:00:00Z'],
    }),
  ),
  agent_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only jobs of this agent.' })),
});
/** A signed list of cases, so that a case missing in an export is noticed. */
export const CaseIndex = Type.Object({
  organization_id: Uuid,
  from: Timestamp,
  to: Timestamp,
  agent_id: Nullable(Uuid),
  cases: Type.Array(
    Type.Object({
      job_id: Uuid,
      agent_id: Uuid,
      status_code: Type.Integer({ minimum: 3, maximum: 6, description: 'As of a job.', examples: [3] }),
      verdict: Nullable(Type.String()),
      finished_at: Timestamp,
    }),
  ),
  at: Timestamp,
  key_id: Type.String(),
  signature: Type.String({
    description: 'Ed25519 signature in base64 over the object without this field, in canonical JSON (RFC 8785).',
  }),
});
