// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Actor } from './actors.ts';
import type { Page } from './values.ts';

export type CaseNetwork = {
  nodes: NetworkNode[];
  edges: NetworkEdge[];
  /** All pairs of accounts around the subject. `edges` has the 200 largest. */
  edge_count: number;
  findings: NetworkFinding[];
  /** What could not be looked at, and why. */
  problems: string[];
  first_at: string | null;
  last_at: string | null;
  /** The SQL behind the edges. */
  statement: string | null;
};

export type CaseNetworkQuery = {
  /** The first moment of the period. Default: the first row. */
  since?: string;
  /** The first moment after the period. Default: after the last row. */
  until?: string;
};

export type CaseTransaction = {
  /** Null if the table has no such column. */
  id: string | null;
  at: string;
  from: string;
  to: string;
  amount: number;
  currency: string | null;
  /** `own`: between two accounts of the subject. */
  direction: 'in' | 'out' | 'own';
};

export type CaseTransactionPage = {
  count: number;
  next: string | null;
  previous: string | null;
  results: CaseTransaction[];
  /** The SQL that selects exactly these rows, for citations. */
  statement: string;
  /** The accounts of the subject, as they are compared. */
  accounts: string[];
  /** Of all rows that fit, not only of this page. */
  figures: {
    in: {
      count: number;
      amount: number;
      accounts: number;
    };
    out: {
      count: number;
      amount: number;
      accounts: number;
    };
    first_at: string | null;
    last_at: string | null;
  };
  /** Rows of the subject without a time or an amount. They are in no figure. */
  unusable_count: number;
};

export type CaseTransactionQuery = {
  /** The first moment of the period. Default: the first row. */
  since?: string;
  /** The first moment after the period. Default: after the last row. */
  until?: string;
  /** As the subject sees it. Default: both. */
  direction?: 'in' | 'out';
  /** An account. */
  counterparty?: string;
  /** Amounts of at least so much. */
  min_amount?: number;
  /** Amounts of at most so much. */
  max_amount?: number;
  /** Default: -at. */
  ordering?: 'at' | '-at' | 'amount' | '-amount';
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
};

/** Rules by name. A rule that is left out has its default; `null` switches it off. */
export type DetectionRules = {
  fan_in?: {
    /** At least so many accounts pay one account within the window. */
    accounts: number;
    /** Length of the window. */
    days: number;
    /** And so many times what is usual for it. */
    times_usual: number;
  } | null;
  fan_out?: {
    /** At least so many accounts are paid by one account within the window. */
    accounts: number;
    /** Length of the window. */
    days: number;
    /** And so many times what is usual for it. */
    times_usual: number;
  } | null;
  repeated?: {
    /** At least so many payments from one account to another within the window. */
    transactions: number;
    /** Length of the window. */
    days: number;
    /** And so many times what is usual for this pair. */
    times_usual: number;
  } | null;
  unusual_amounts?: {
    /** At least so many payments to one account within the window. */
    transactions: number;
    /** Length of the window. */
    days: number;
    /** With amounts so many times above or below the median of the table. */
    factor: number;
  } | null;
  pass_through?: {
    /** At least so much comes in within the window. */
    amount: number;
    /** How equal amounts have to be. */
    share: number;
    /** Length of the window. */
    days: number;
  } | null;
  cycle?: {
    /** Money comes back to where it started over so many accounts at most. */
    accounts: number;
    /** How equal amounts have to be. */
    share: number;
    /** Length of the window. */
    days: number;
  } | null;
};

export type DetectionRun = {
  id: string;
  queue_id: string;
  state: 'running' | 'done' | 'failed';
  since: string | null;
  until: string | null;
  table: string;
  /** Rules by name. A rule that is left out has its default; `null` switches it off. */
  rules: DetectionRules;
  /** The query that read the rows through a connection: `/v1/database/query/{id}/`. */
  read: {
    query_id: string;
    statement: string;
    at: string;
  } | null;
  /** Rows of the table in the period. */
  row_count: number | null;
  /** Rows without a time, an account or an amount. No rule has seen them. */
  unusable_count: number | null;
  /** What each rule found. */
  findings: {
    rule: 'fan_in' | 'fan_out' | 'repeated' | 'unusual_amounts' | 'pass_through' | 'cycle';
    count: number;
    /** There are more than the run could take. Make the rule stricter. */
    truncated: boolean;
    /** Why the rule did not run. */
    problem: string | null;
  }[];
  alerts_created: number;
  /** Findings that an earlier run has sent. */
  alerts_known: number;
  /** Why the run failed. */
  problem: string | null;
  /** Who caused it. */
  actor: Actor;
  created_at: string;
  finished_at: string | null;
};

export type DetectionRunBody = {
  /** The first moment of the period. Default: the first row. */
  since?: string;
  /** The first moment after the period. Default: after the last row. */
  until?: string;
};

export type DetectionRunPage = Page<DetectionRun>;

export type DetectionRunQuery = {
  /** Id or name of a queue. */
  queue?: string;
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
};

export type NetworkEdge = {
  from: string;
  to: string;
  /** `has`: a case has this identifier. */
  kind: 'transactions' | 'has';
  count: number;
  amount: number | null;
  first_at: string | null;
  last_at: string | null;
};

export type NetworkFinding = {
  rule: 'fan_in' | 'fan_out' | 'repeated' | 'unusual_amounts' | 'pass_through' | 'cycle';
  account: string;
  why: string;
  from_at: string;
  to_at: string;
  accounts: number;
  transactions: number;
  amount: number;
  /** At most 50. */
  counterparties: string[];
  /** The SQL that selects the rows behind it. */
  statement: string;
};

export type NetworkNode = {
  /** Unique in the answer. */
  id: string;
  /** Kind of identifier, such as `account`, `device` or `address`, or `case`. */
  kind: string;
  value: string;
  label: string;
  role: 'subject' | 'counterparty' | 'shared' | 'case';
  case: {
    id: string;
    number: number;
    state: string;
    outcome: string | null;
  } | null;
};

export type TransactionSource = {
  queue_id: string;
  /** A table of the organization. */
  table: string;
  columns: {
    /** A date or timestamp. */
    at: string;
    /** The account that pays. */
    from: string;
    /** The account that is paid. */
    to: string;
    /** A number. */
    amount: string;
    id?: string | null;
    currency?: string | null;
  };
  /** The kind of identifier by which subjects have accounts. Default: account. */
  identifier: string;
  /** Rules by name. A rule that is left out has its default; `null` switches it off. */
  rules: DetectionRules;
  /**
   * Each detection run first reads these rows into `table`, which it replaces, with the right of who set this.
   * Null: the table is filled otherwise.
   */
  read_from: {
    /** Name of a connection. */
    connection: string;
    /** A table, or a query in the language of that system. */
    query: string;
  } | null;
  /** The SQL by which a run reads the rows. */
  statement: string | null;
  updated_at: string;
};

export type TransactionSourceBody = {
  /**
   * Each detection run first reads these rows into `table`, which it replaces, with the right of who set this.
   * Null: the table is filled otherwise.
   */
  read_from?: {
    /** Name of a connection. */
    connection: string;
    /** A table, or a query in the language of that system. */
    query: string;
  } | null;
  /** A table of the organization. */
  table: string;
  columns: {
    /** A date or timestamp. */
    at: string;
    /** The account that pays. */
    from: string;
    /** The account that is paid. */
    to: string;
    /** A number. */
    amount: string;
    id?: string | null;
    currency?: string | null;
  };
  /** The kind of identifier by which subjects have accounts. Default: account. */
  identifier?: string;
  /** Rules by name. A rule that is left out has its default; `null` switches it off. */
  rules?: DetectionRules;
};
