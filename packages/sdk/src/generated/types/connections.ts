// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

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
   * Placeholders of the configuration that each use fills in, by name, with the value that tests use. An empty
   * value cannot be tested.
   */
  dynamic_inputs: Record<string, string>;
  dynamic_input_test_disabled_reason: string | null;
  /** `error`: its last test failed. */
  status: 'active' | 'error';
  tested_at: string | null;
  /** What the last test said. */
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
  /** As the connector describes in `config_schema`. Strings may contain `${secret.NAME}`. */
  config: Record<string, unknown>;
  description?: string;
  /**
   * As the connector describes in `auth_schema`. Stored encrypted; secret values are shown as `********`, and a
   * value that is sent as `********` keeps what is stored. Strings may contain `${secret.NAME}`.
   */
  auth_config?: Record<string, unknown>;
  /**
   * Placeholders of the configuration that each use fills in, by name, with the value that tests use. An empty
   * value cannot be tested.
   */
  dynamic_inputs?: Record<string, string>;
};

export type ConnectionItem = {
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
   * Placeholders of the configuration that each use fills in, by name, with the value that tests use. An empty
   * value cannot be tested.
   */
  dynamic_inputs: Record<string, string>;
  dynamic_input_test_disabled_reason: string | null;
  /** `error`: its last test failed. */
  status: 'active' | 'error';
  tested_at: string | null;
  /** What the last test said. */
  test_message: string | null;
  /** Agents, triggers, schedules and tables that use it. */
  use_count: number;
  last_used_at: string | null;
  created_at: string;
  updated_at: string;
};

export type ConnectionListQuery = {
  /** Only those to this kind of system. */
  connector_type?: string;
  /** Part of the name or description, or an id. */
  search?: string;
  /** Default `name`; with a minus sign descending. */
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
  /** Default 20, at most 100, unless the operator changed it. */
  page_size?: string;
};

export type ConnectionPage = Page<ConnectionItem>;

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
  /** As the connector describes in `config_schema`. Strings may contain `${secret.NAME}`. */
  config?: Record<string, unknown>;
  /**
   * As the connector describes in `auth_schema`. Stored encrypted; secret values are shown as `********`, and a
   * value that is sent as `********` keeps what is stored. Strings may contain `${secret.NAME}`.
   */
  auth_config?: Record<string, unknown>;
  /**
   * Placeholders of the configuration that each use fills in, by name, with the value that tests use. An empty
   * value cannot be tested.
   */
  dynamic_inputs?: Record<string, string>;
  /** Its `updated_at` when you read it: 409 when somebody has changed it since. */
  expected_updated_at?: string;
};

export type ConnectionUse = {
  kind: 'agent' | 'trigger' | 'schedule' | 'table' | 'delivery';
  id: string;
  name: string;
  /** How it is used. */
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
  /** A JSON schema. Members with `writeOnly` are secret. */
  auth_schema: unknown;
  /** Whether `post_actions` of agents can write to it. */
  supports_delivery: boolean;
  /** A JSON schema of the parameters of each operation, by its name; null when there is no delivery. */
  delivery_config_schema: unknown;
  /** Members of `config` and `auth_config` that may contain placeholders. */
  dynamic_input_fields: Record<string, string[]>;
  dynamic_input_test_fields: string[];
  browser_session: {
    field: string;
    required_config: Record<string, unknown>;
  } | null;
  /** Whether this server has a driver for it. */
  available: boolean;
  unavailable_reason: string | null;
  /** Its rows or files can be read in SQL: connection('name', …). */
  supports_sql: boolean;
};

export type Connectors = {
  connectors: Connector[];
};

export type CredentialsTestBody = {
  connector_type: string;
  /** As the connector describes in `config_schema`. Strings may contain `${secret.NAME}`. */
  config: Record<string, unknown>;
  /**
   * As the connector describes in `auth_schema`. Stored encrypted; secret values are shown as `********`, and a
   * value that is sent as `********` keeps what is stored. Strings may contain `${secret.NAME}`.
   */
  auth_config?: Record<string, unknown>;
  /**
   * Placeholders of the configuration that each use fills in, by name, with the value that tests use. An empty
   * value cannot be tested.
   */
  dynamic_inputs?: Record<string, string>;
};
