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
  /** Also changes when another version becomes current. */
  updated_at: string;
};

/**
 * Sections: guidelines (categories of rules, each with a flag and sub_rules), instructions, dispositions
 * (classifications) and summary_template. Every section is optional. The service creates the ids of categories,
 * rules and sub-rules.
 */
export type PolicyContent = Record<string, unknown>;

export type PolicyCreateBody = {
  name: string;
  description?: string | null;
  /**
   * Sections: guidelines (categories of rules, each with a flag and sub_rules), instructions, dispositions
   * (classifications) and summary_template. Every section is optional. The service creates the ids of categories,
   * rules and sub-rules.
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
  /** Rules match by id, otherwise by category and title. */
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
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
  /** Part of the name or description. Case does not matter. */
  search?: string;
  /** A leading minus sign sorts in descending order. Default: -created_at. */
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
   * Problems in the content, one sentence each: unknown sections and fields, missing rules or classifications, or
   * a template with unknown values. Empty if there are none.
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
   * Sections: guidelines (categories of rules, each with a flag and sub_rules), instructions, dispositions
   * (classifications) and summary_template. Every section is optional. The service creates the ids of categories,
   * rules and sub-rules.
   */
  content: Record<string, unknown>;
  version_name?: string;
  /**
   * The version of this policy that the new version is based on. Rules with the same title keep their ids.
   */
  base_version_id?: string | null;
  /** Default: true. If false, you can compare the version first and promote it later. */
  make_current?: boolean;
};

export type PolicyVersionCreated = {
  id: string;
  version_name: string;
  content: Record<string, unknown>;
  /**
   * Problems in the content, one sentence each: unknown sections and fields, missing rules or classifications, or
   * a template with unknown values. Empty if there are none.
   */
  content_warnings: string[];
};

export type PolicyVersionListQuery = {
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
};

export type PolicyVersionPage = Page<PolicyVersion>;

/** Optional. */
export type PromoteBody = {
  /** Recorded in the audit log. */
  reason?: string | null;
  /** The version that you expect to be current. The request fails with 409 if another version is current. */
  expected_current?: string | null;
  /** Why an admin overrides the gate. Only for admins. */
  override_reason?: string | null;
  /**
   * The rehearsal behind the decision, recorded in the audit log. It must be a finished rehearsal of this version,
   * otherwise the request fails with 400.
   */
  rehearsal_id?: string | null;
};
