// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type ArchiveView = {
  /** Number of full months that stay in the database. 0: nothing is archived. */
  after_months: number;
  /** Newest first. */
  months: {
    month: string;
    jobs: number;
    /** Of webhooks. */
    deliveries: number;
    bytes: number;
    /** If true, a file was missing or damaged at the last read. */
    damaged: boolean;
  }[];
};

export type CaseIndex = {
  organization_id: string;
  from: string;
  to: string;
  agent_id: string | null;
  cases: {
    job_id: string;
    agent_id: string;
    /** As of a job. */
    status_code: number;
    verdict: string | null;
    finished_at: string;
  }[];
  at: string;
  key_id: string;
  /** Ed25519 signature in base64 over the object without this field, in canonical JSON (RFC 8785). */
  signature: string;
};

export type CaseIndexQuery = {
  /** Only jobs that ended at this time or later. Default: 30 days before the end of the period. */
  from?: string;
  /** Only jobs that ended before this time. Default: now. */
  to?: string;
  /** Only jobs of this agent. */
  agent_id?: string;
};

export type Certificate = {
  id: string;
  organization_id: string;
  job_id: string | null;
  /** The jobs, if retention removed the data of several. */
  job_ids: string[];
  reason: 'request' | 'retention';
  removed: {
    kind: string;
    count: number;
  }[];
  at: string;
  key_id: string;
  /** Ed25519 signature in base64 over the object without this field, in canonical JSON (RFC 8785). */
  signature: string;
};

export type CertificatePage = Page<Certificate>;

export type ContestBody = {
  reason: string;
};

export type Explanation = {
  verdict: string;
  /** The model, or the built-in baseline. */
  decided_by: string;
  /** What a reviewer decided instead. The rest explains the verdict that was replaced. */
  overridden: {
    verdict: string;
    /** E-mail address of the reviewer. */
    by: string | null;
    at: string;
    comment: string;
  } | null;
  policy_version_id: string;
  rules: {
    rule_id: string;
    title: string;
    category: string;
    hit: boolean;
    /** If false, the evidence was not sufficient to decide the rule. */
    decided: boolean;
    reasoning: string;
    evidence: {
      reference: string;
      quote: string;
      name: string | null;
      /** Key of an artifact of the job. */
      artifact_key: string | null;
    }[];
  }[];
  /**
   * For each other verdict, the smallest change of findings (and of inputs, if no model decided) that leads to it,
   * verified by deciding again. Empty if only a model or a person could tell.
   */
  what_would_change_it: {
    change: (
      | {
          rule_id: string;
          from: 'hit' | 'not_hit' | 'undecided';
          to: 'hit' | 'not_hit' | 'undecided';
        }
      | {
          input: string;
          /** An exact quotation from the input. */
          from: string;
          /** The replacement text. Empty: the text is removed. */
          to: string;
        }
    )[];
    verdict: string;
  }[];
  /** The explanation as text, from the explanation_template of the policy or the default template. */
  text: string;
};

export type Hold = {
  reason: string;
  /** E-mail of the person, or name of the API key. */
  placed_by: string | null;
  placed_at: string;
};

export type HoldBody = {
  reason: string;
};

export type HoldPage = Page<{
  job_id: string;
  reason: string;
  /** E-mail of the person, or name of the API key. */
  placed_by: string | null;
  placed_at: string;
}>;

export type Retention = {
  /** Days after which a finished job and all its data are removed. Null: forever. */
  jobs_days: number | null;
  /** Uploaded files, artifacts, saved pages. Null: forever. */
  evidence_days: number | null;
  /** Recorded steps. Null: forever. */
  steps_days: number | null;
  /** Entries of the audit log. Null: forever. */
  audit_days: number | null;
};

export type SigningKey = {
  /** The first 32 digits of the SHA-256 of the public key (DER). */
  key_id: string;
  algorithm: 'ed25519';
  /** PEM. */
  public_key: string;
  created_at: string;
  /** Earlier keys, newest first. They no longer sign, but their signatures stay valid. */
  previous: {
    /** The first 32 digits of the SHA-256 of the public key (DER). */
    key_id: string;
    algorithm: 'ed25519';
    /** PEM. */
    public_key: string;
    created_at: string;
    retired_at: string;
  }[];
};
