// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type DependentAgent = {
  base_agent_id: string;
  agent_name: string;
  version_id: string;
  version_name: string;
};

export type DependentAgents = DependentAgent[];

export type DiffRule = {
  id: string;
  category: string;
  title: string;
  description: string;
  flag: string | null;
  sub_rules: {
    title: string;
    description: string;
  }[];
};

export type Policy = {
  id: string;
  name: string;
  description: string;
  organization_id: string;
  current_version_id: string | null;
  created_at: string;
  /** Also moves when another version becomes current. */
  updated_at: string;
};

/**
 * guidelines (categories with rules, which have a flag and sub_rules), instructions, dispositions
 * (classifications), summary_template, optional. Every section may be missing. Ids of categories, rules and
 * sub-rules are made by the service.
 */
export type PolicyContent = Record<string, unknown>;

export type PolicyCreateBody = {
  name: string;
  description?: string | null;
  /**
   * guidelines (categories with rules, which have a flag and sub_rules), instructions, dispositions
   * (classifications), summary_template, optional. Every section may be missing. Ids of categories, rules and
   * sub-rules are made by the service.
   */
  content: Record<string, unknown>;
  version_name?: string;
  /** Ignored with an API key. */
  organization_id?: unknown;
};

export type PolicyDiff = {
  from: {
    id: string;
    version_name: string;
  };
  to: {
    id: string;
    version_name: string;
  };
  /** Rules are the same when their ids are, or else their category and title. */
  rules: {
    added: DiffRule[];
    removed: DiffRule[];
    changed: {
      id: string;
      category: string;
      title: string;
      from: {
        description: string;
        flag: string | null;
        sub_rules: {
          title: string;
          description: string;
        }[];
      };
      to: {
        description: string;
        flag: string | null;
        sub_rules: {
          title: string;
          description: string;
        }[];
      };
    }[];
  };
  categories: {
    added: {
      title: string;
      description: string;
    }[];
    removed: {
      title: string;
      description: string;
    }[];
    changed: {
      title: string;
      from: {
        description: string;
      };
      to: {
        description: string;
      };
    }[];
  };
  instructions: {
    from: string;
    to: string;
  } | null;
  classifications: {
    added: {
      name: string;
      description: string;
      prompt: string;
    }[];
    removed: {
      name: string;
      description: string;
      prompt: string;
    }[];
    changed: {
      name: string;
      from: {
        description: string;
        prompt: string;
      };
      to: {
        description: string;
        prompt: string;
      };
    }[];
  };
  summary_template: {
    from: string;
    to: string;
  } | null;
  sar_narrative_template: {
    from: string;
    to: string;
  } | null;
};

export type PolicyListQuery = {
  /** From 1. */
  page?: string;
  /** Default 20, at most 100, unless the operator changed it. */
  page_size?: string;
  /** Part of name or description, in any case. */
  search?: string;
  /** A minus sign in front: descending. Default -created_at. */
  ordering?: 'name' | '-name' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
};

export type PolicyPage = Page<Policy>;

export type PolicyReplaceBody = {
  name: string;
  description?: string | null;
};

export type PolicyUpdateBody = {
  name?: string;
  description?: string | null;
};

export type PolicyVersion = {
  id: string;
  version_name: string;
  content: Record<string, unknown>;
  /**
   * What the content has that no job uses, and what it lacks: unknown sections and members, no rules, no
   * classifications, a template that names unknown values. Empty when all is well.
   */
  content_warnings: string[];
  created_at: string;
  updated_at: string;
  policy: Policy;
  created_by: {
    id: number;
    email: string;
    display_name: string;
  } | null;
  base_version_id: string | null;
};

export type PolicyVersionBody = {
  /**
   * guidelines (categories with rules, which have a flag and sub_rules), instructions, dispositions
   * (classifications), summary_template, optional. Every section may be missing. Ids of categories, rules and
   * sub-rules are made by the service.
   */
  content: Record<string, unknown>;
  version_name?: string;
  /**
   * The version of this policy that the new one is derived from: its rules keep their ids where their titles are
   * the same.
   */
  base_version_id?: string | null;
  /** Default true. With false it waits to be compared and promoted. */
  make_current?: boolean;
};

export type PolicyVersionCreated = {
  id: string;
  version_name: string;
  content: Record<string, unknown>;
  /**
   * What the content has that no job uses, and what it lacks: unknown sections and members, no rules, no
   * classifications, a template that names unknown values. Empty when all is well.
   */
  content_warnings: string[];
};

export type PolicyVersionListQuery = {
  /** From 1. */
  page?: string;
  /** Default 20, at most 100, unless the operator changed it. */
  page_size?: string;
};

export type PolicyVersionPage = Page<PolicyVersion>;

/** May be left out. */
export type PromoteBody = {
  /** Kept in the audit log. */
  reason?: string | null;
  /** Refused with 409 when another version is current by now. */
  expected_current?: string | null;
  /** Why the gate does not count this time; for admins. */
  override_reason?: string | null;
  /**
   * The rehearsal that the decision rests on, kept in the audit log: one of this version that is done, else 400.
   */
  rehearsal_id?: string | null;
};
