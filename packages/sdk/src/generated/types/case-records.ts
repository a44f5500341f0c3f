// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Actor } from './actors.ts';
import type { Page } from './values.ts';

export type CaseCheck = {
  id: string;
  case_id: string;
  case_number: number;
  queue_id: string;
  /** `auto_close`: drawn when a playbook closed it. `sample`: drawn by somebody. `person`: asked for. */
  source: 'auto_close' | 'sample' | 'person';
  outcome: string;
  reason_code: string;
  /** Who caused it. */
  decided_by: Actor;
  /** What a playbook decided by the right of a policy. Null: people decided. */
  automatic: {
    playbook_id: string;
    version_id: string;
    step: string;
    job_id: string;
    policy_version_id: string;
  } | null;
  /** Null: nobody has looked yet. */
  agrees: boolean | null;
  right_outcome: string | null;
  comment: string | null;
  /** Who caused it. */
  checked_by: Actor | null;
  created_at: string;
  checked_at: string | null;
};

/** A decided case. */
export type CaseCheckBody = {
  case_id: string;
};

export type CaseCheckDecision = {
  agrees: boolean;
  right_outcome?: string | null;
  comment?: string | null;
};

export type CaseCheckPage = Page<CaseCheck>;

export type CaseCheckQuery = {
  /** Only those that wait, or only those that are done. */
  open?: boolean;
  /** Id of a case. */
  case?: string;
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
};

export type CaseFigures = {
  from: string;
  to: string;
  opened: number;
  /** Decisions. A case that was decided twice counts twice. */
  closed: number;
  /** From the opening of a case to its decision. */
  median_hours: number | null;
  auto_closed: number;
  auto_closed_share: number | null;
  /** From second looks at cases that a playbook closed. */
  auto_closed_error: {
    checked: number;
    wrong: number;
    rate: number | null;
    /** 95 %, Wilson. */
    interval: {
      low: number;
      high: number;
    } | null;
  };
  /** Open cases by age, now. */
  ageing: {
    days: string;
    cases: number;
    overdue: number;
  }[];
  /** Cases by person; the one without a user are cases that nobody has. */
  load: {
    user_id: number | null;
    email: string | null;
    open: number;
    overdue: number;
    /** In the period. */
    decided: number;
  }[];
  by_analyst: {
    user_id: number | null;
    name: string;
    checked: number;
    agreed: number;
    /** Share of second looks that agree. */
    agreement: number | null;
  }[];
  by_agent: {
    agent_id: string;
    name: string;
    checked: number;
    agreed: number;
    /** Share of second looks that agree. */
    agreement: number | null;
  }[];
  by_rule: {
    rule: string;
    checked: number;
    agreed: number;
    /** Share of second looks that agree. */
    agreement: number | null;
  }[];
};

export type CaseFiguresQuery = {
  /** Id or name of a queue. */
  queue?: string;
  /** Default: 30 days ago. */
  from?: string;
  /** The end of the period. Default: now. */
  to?: string;
};

export type CaseHold = {
  reason: string;
  /** Who caused it. */
  placed_by: Actor;
  placed_at: string;
};

export type CaseReport = {
  case_id: string;
  template: string;
  sections: ReportSection[];
  /** Sentences without support. */
  unsupported: number;
  /** Sentences that only cite a source: status cited. */
  unquoted: number;
  /** Rises with each change. 0: nothing is stored yet. */
  revision: number;
  /** Who caused it. */
  updated_by: Actor | null;
  updated_at: string | null;
};

export type CaseReportBody = {
  template: string;
  sections: {
    key: string;
    title: string;
    sentences: {
      text: string;
      citations: ReportCitation[];
    }[];
  }[];
  /** The one that you changed. Another one is a 409. */
  revision: number;
};

export type CaseReportQuery = {
  /** For a case without a report: what a draft from this template says. */
  template?: string;
};

export type CaseSampleBody = {
  count: number;
  /** Id or name of a queue. */
  queue?: string;
  /** Only decided then or later. */
  from?: string;
  /** Only decided before. */
  to?: string;
};

export type CaseSampled = {
  drawn: number;
  results: CaseCheck[];
};

export type LiftBody = {
  reason: string;
};

export type Lifted = {
  case_ids: string[];
};

export type ReportCitation = {
  kind: 'alert' | 'job' | 'note' | 'document' | 'decision' | 'event';
  /** Of the alert, job, note, document, case or event. */
  id: string;
  /**
   * Words that have to be in it, however they are spaced. Not for a document, whose content is not compared.
   */
  quote?: string | null;
};

export type ReportSection = {
  key: string;
  title: string;
  sentences: ReportSentence[];
};

export type ReportSentence = {
  text: string;
  citations: ReportCitation[];
  /** At least one citation, and all of them open and hold their quotes. */
  supported: boolean;
  /**
   * What was checked. `quoted`: at least one quote, the cited texts hold all of them, and the sentence has neither
   * other numbers nor the opposite. `cited`: the case has what is cited, but no words of it are quoted, so nothing
   * was compared. `unsupported`: see problem.
   */
  status: 'quoted' | 'cited' | 'unsupported';
  /** Why it is not supported. */
  problem: string | null;
};

export type ReportTemplate = {
  name: string;
  built_in: boolean;
  sections: {
    key: string;
    title: string;
    hint: string;
  }[];
};

export type ReportTemplateBody = {
  sections: {
    key: string;
    title: string;
    hint?: string;
  }[];
};

export type ReportTemplates = {
  results: ReportTemplate[];
};
