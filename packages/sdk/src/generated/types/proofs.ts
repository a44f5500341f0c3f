// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type ArchiveView = {
  /** Whole months that stay in the database; 0: nothing is archived. */
  after_months: number;
  /** Newest first. */
  months: {
    month: string;
    jobs: number;
    /** Of webhooks. */
    deliveries: number;
    bytes: number;
    /** A file was missing or damaged when it was read last. */
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
  /** Ed25519, base64, of the object without it as RFC 8785 writes it. */
  signature: string;
};

export type CaseIndexQuery = {
  /** Ended at or after. Default: 30 days before the end. */
  from?: string;
  /** Ended before. Default: now. */
  to?: string;
  /** Only jobs of this agent. */
  agent_id?: string;
};

export type Certificate = {
  id: string;
  organization_id: string;
  job_id: string | null;
  /** The jobs, when retention removed data of several. */
  job_ids: string[];
  reason: 'request' | 'retention';
  removed: {
    kind: string;
    count: number;
  }[];
  at: string;
  key_id: string;
  /** Ed25519, base64, of the object without it as RFC 8785 writes it. */
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
  policy_version_id: string;
  rules: {
    rule_id: string;
    title: string;
    category: string;
    hit: boolean;
    /** False: the evidence did not suffice to decide the rule. */
    decided: boolean;
    reasoning: string;
    evidence: {
      reference: string;
      quote: string;
      name: string | null;
      /** For the artifacts of the job. */
      artifact_key: string | null;
    }[];
  }[];
  /**
   * The smallest change of findings for each other verdict, and of the inputs where no model decided, found by
   * deciding again. Empty where only a model or a person could say.
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
          /** A passage of it, word for word. */
          from: string;
          /** What would stand there instead; empty: nothing. */
          to: string;
        }
    )[];
    verdict: string;
  }[];
  /** In plain words, by the explanation_template of the policy or ours. */
  text: string;
};

export type Hold = {
  reason: string;
  /** E-mail of the person, or the key. */
  placed_by: string | null;
  placed_at: string;
};

export type HoldBody = {
  reason: string;
};

export type HoldPage = Page<{
  job_id: string;
  reason: string;
  /** E-mail of the person, or the key. */
  placed_by: string | null;
  placed_at: string;
}>;

export type Retention = {
  /** After so many days a finished job is removed with everything that belongs to it. Null: for ever. */
  jobs_days: number | null;
  /** Uploaded files, artifacts, saved pages. Null: for ever. */
  evidence_days: number | null;
  /** Recorded steps. Null: for ever. */
  steps_days: number | null;
  /** Entries of the audit log. Null: for ever. */
  audit_days: number | null;
};

export type SigningKey = {
  /** The first 32 digits of the SHA-256 of the public key (DER). */
  key_id: string;
  algorithm: 'ed25519';
  /** PEM. */
  public_key: string;
  created_at: string;
  /** Keys before it, the latest first. They sign nothing any more; what they signed stays valid. */
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
