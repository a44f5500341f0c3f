// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type CompleteSignInBody = {
  /** As the authorization server returned it. */
  state: string;
  /** The code of the authorization server. */
  code?: string;
  /** The server that answered, if it says so (RFC 9207). */
  iss?: string;
  /** Why there is no code. */
  error?: string;
  /** The same in words. */
  error_description?: string;
};

export type Connection = {
  id: string;
  /** Who created it. */
  user: number | null;
  organization: string;
  connector_type: string;
  connector_display_name: string;
  name: string;
  description: string;
  config: unknown;
  credentials_configured: boolean;
  /**
   * Placeholders in the configuration, by name, with the value for connection tests. Each use supplies its own
   * values. A placeholder without a test value cannot be tested.
   */
  dynamic_inputs: Record<string, string>;
  /** What may use the connection, and what asks a person first. It wins over every agent's configuration. */
  policy: ConnectionPolicy;
  dynamic_input_test_disabled_reason: string | null;
  sign_in: ConnectionSignIn | null;
  /** `error`: the last test failed. */
  status: 'active' | 'error';
  tested_at: string | null;
  /** Message of the last test. */
  test_message: string | null;
  /** Agents, triggers, schedules and tables that use it. */
  use_count: number;
  last_used_at: string | null;
  created_at: string;
  updated_at: string;
  auth_config: Record<string, unknown>;
  browser_session_expires_at: string | null;
};

export type ConnectionCreateBody = {
  connector_type: string;
  name: string;
  /** Must match `config_schema` of the connector. Strings may contain `${secret.NAME}`. */
  config: Record<string, unknown>;
  description?: string;
  /**
   * Must match `auth_schema` of the connector. Stored encrypted. Secret values appear as `********`; sending
   * `********` keeps the stored value. Strings may contain `${secret.NAME}`.
   */
  auth_config?: Record<string, unknown>;
  /**
   * Placeholders in the configuration, by name, with the value for connection tests. Each use supplies its own
   * values. A placeholder without a test value cannot be tested.
   */
  dynamic_inputs?: Record<string, string>;
  /** What may use the connection, and what asks a person first. It wins over every agent's configuration. */
  policy?: ConnectionPolicy;
};

export type ConnectionItem = Omit<Connection, 'auth_config' | 'browser_session_expires_at'>;

export type ConnectionListQuery = {
  /** Only connections of this type. */
  connector_type?: string;
  /** Part of the name or description, or an id. */
  search?: string;
  /** Default: `name`. A leading minus sign sorts in descending order. */
  ordering?:
    | 'name'
    | 'created_at'
    | 'updated_at'
    | 'connector_type'
    | 'status'
    | '-name'
    | '-created_at'
    | '-updated_at'
    | '-connector_type'
    | '-status';
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
};

export type ConnectionPage = Page<ConnectionItem>;

/** What may use the connection, and what asks a person first. It wins over every agent's configuration. */
export type ConnectionPolicy = {
  /** The only methods of an API. Default: all. */
  methods?: string[];
  /** The only paths of an API or object store; `*` matches any text. Default: all. */
  paths?: string[];
  /** The only tables of a database. Default: all, and queries. */
  tables?: string[];
  /** The only tools of an MCP server. Default: all. */
  tools?: string[];
  /** Tools that only read. Others count as writing. */
  read_tools?: string[];
  /**
   * Tools of an MCP server that have a `readOnlyHint` count as only reading, too. Default: false, because the
   * server itself says so.
   */
  trust_read_only_hint?: boolean;
  /** The only operations of post actions. With `ask_before_write`, only these need no approval. */
  operations?: string[];
  /** Everybody who caused the job or query has one of these roles. Default: all roles. */
  roles?: ('viewer' | 'auditor' | 'analyst' | 'approver' | 'member' | 'admin' | 'owner')[];
  /** The only agents. Default: all. */
  agents?: string[];
  /**
   * What happens before a job that has read untrusted content (pages, documents, mail, answers of systems) writes:
   * `refuse` (default), `ask` a person, or `allow`.
   */
  untrusted_writes?: 'refuse' | 'ask' | 'allow';
  /** A person has to agree to every write. Default: false. */
  ask_before_write?: boolean;
  /** Least role that may agree. Default: admin. */
  ask_role?: 'analyst' | 'approver' | 'member' | 'admin';
  /** Hours until it counts as refused. Default: 24. */
  ask_hours?: number;
  /** Whoever caused the job may not agree. Default: false. */
  forbid_requester?: boolean;
};

export type ConnectionSignIn = {
  /** `needed`: a person has to sign in before it can be used. */
  state: 'needed' | 'signed_in';
  /** Why the last sign-in no longer counts. */
  problem: string | null;
  /** The authorization server. */
  issuer: string | null;
  /** What it granted. */
  scope: string | null;
  /** Who signed in. */
  user: {
    id: number;
    email: string;
    display_name: string;
  } | null;
  signed_in_at: string | null;
  /** When the token ends. It is renewed by itself. */
  expires_at: string | null;
};

export type ConnectionSignInStarted = {
  /** Open it in the browser of the person who began. */
  url: string;
  expires_at: string;
};

export type ConnectionTest = {
  success: boolean;
  message: string;
  tested_at: string;
  checks?: {
    api: {
      status: 'passed' | 'failed' | 'not_configured' | 'unsupported';
      message: string;
    };
    dashboard: {
      status: 'passed' | 'failed' | 'not_configured' | 'unsupported';
      message: string;
    };
  };
};

export type ConnectionUpdateBody = {
  name?: string;
  description?: string;
  /** Must match `config_schema` of the connector. Strings may contain `${secret.NAME}`. */
  config?: Record<string, unknown>;
  /**
   * Must match `auth_schema` of the connector. Stored encrypted. Secret values appear as `********`; sending
   * `********` keeps the stored value. Strings may contain `${secret.NAME}`.
   */
  auth_config?: Record<string, unknown>;
  /**
   * Placeholders in the configuration, by name, with the value for connection tests. Each use supplies its own
   * values. A placeholder without a test value cannot be tested.
   */
  dynamic_inputs?: Record<string, string>;
  /** What may use the connection, and what asks a person first. It wins over every agent's configuration. */
  policy?: ConnectionPolicy;
  /**
   * The `updated_at` value that you read. The request fails with 409 if the connection has changed since.
   */
  expected_updated_at?: string;
};

export type ConnectionUse = {
  kind: 'agent' | 'trigger' | 'schedule' | 'table' | 'delivery';
  id: string;
  name: string;
  /** How the connection is used. */
  detail: string;
};

export type ConnectionUses = {
  uses: ConnectionUse[];
};

export type Connector = {
  id: string;
  display_name: string;
  description: string;
  icon: string;
  category: string;
  /** A JSON schema. */
  config_schema: unknown;
  /** A JSON schema. Fields with `writeOnly` are secret. */
  auth_schema: unknown;
  /** Whether post actions of agents can write to this system. */
  supports_delivery: boolean;
  /**
   * JSON schemas of the operation parameters, by operation name. Null if agents cannot write to this system.
   */
  delivery_config_schema: unknown;
  /** Fields of `config` and `auth_config` that may contain placeholders. */
  dynamic_input_fields: Record<string, string[]>;
  dynamic_input_test_fields: string[];
  browser_session: {
    field: string;
    required_config: Record<string, unknown>;
  } | null;
  /** Whether this server has a driver for this connector. */
  available: boolean;
  unavailable_reason: string | null;
  /** A JSON schema of `policy`, with what this connector can do. */
  policy_schema: unknown;
  /** Whether SQL can read its rows or files: connection('name', …). */
  supports_sql: boolean;
};

export type ConnectorList = {
  connectors: Connector[];
};

export type CredentialsTestBody = {
  connector_type: string;
  /** Must match `config_schema` of the connector. Strings may contain `${secret.NAME}`. */
  config: Record<string, unknown>;
  /**
   * Must match `auth_schema` of the connector. Stored encrypted. Secret values appear as `********`; sending
   * `********` keeps the stored value. Strings may contain `${secret.NAME}`.
   */
  auth_config?: Record<string, unknown>;
  /**
   * Placeholders in the configuration, by name, with the value for connection tests. Each use supplies its own
   * values. A placeholder without a test value cannot be tested.
   */
  dynamic_inputs?: Record<string, string>;
};
