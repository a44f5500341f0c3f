import { type Static, Type } from 'typebox';
import { answeringRoles, roles } from './roles.ts';
import { JsonObject, Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// Connectors (kinds of systems) and connections (systems of an organization) on the wire. Secret values are never
// returned.

export const connectionStatuses = ['active', 'error'] as const;
export const connectionOrderings = ['name', 'created_at', 'updated_at', 'connector_type', 'status'] as const;
export const useKinds = ['agent', 'trigger', 'schedule', 'table', 'delivery'] as const;

const connectorType = Type.String({ minLength: 1, maxLength: 50, examples: ['custom_api'] });
const name = Type.String({ minLength: 1, maxLength: 250, examples: ['Billing API'] });
const description = Type.String({ maxLength: 20_000, examples: ['Invoices and refunds of the shop.'] });
const config = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'Must match `config_schema` of the connector. Strings may contain `${secret.NAME}`.',
  examples: [{ base_url: 'https://api.example.com/v1', test_path: '/me' }],
});
const authConfig = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description:
    'Must match `auth_schema` of the connector. Stored encrypted. Secret values appear as `********`; sending `********` keeps the stored value. Strings may contain `${secret.NAME}`.',
  examples: [{ type: 'bearer', token: '${secret.BILLING_TOKEN}' }],
});
const dynamicInputs = Type.Record(Type.String(), Type.String(), {
  description:
    'Placeholders in the configuration, by name, with the value for connection tests. Each use supplies its own values. A placeholder without a test value cannot be tested.',
  examples: [{ tenant: 'acme' }],
});

const texts = (text: string, examples: string[][]) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 200, description: text, examples }),
  );

export const untrustedWrites = ['refuse', 'ask', 'allow'] as const;

export const ConnectionPolicy = Type.Object(
  {
    methods: texts('The only methods of an API. Default: all.', [['GET', 'POST']]),
    paths: texts('The only paths of an API or object store; `*` matches any text. Default: all.', [['/orders/*']]),
    tables: texts('The only tables of a database. Default: all, and queries.', [['orders']]),
    tools: texts('The only tools of an MCP server. Default: all.', [['search']]),
    read_tools: texts('Tools that only read. Others count as writing.', [['search']]),
    trust_read_only_hint: Type.Optional(
      Type.Boolean({
        description:
          'Tools of an MCP server that have a `readOnlyHint` count as only reading, too. Default: false, because the server itself says so.',
      }),
    ),
    operations: texts('The only operations of post actions. With `ask_before_write`, only these need no approval.', [
      ['request'],
    ]),
    roles: Type.Optional(
      Type.Array(Type.Enum([...roles]), {
        description: 'Everybody who caused the job or query has one of these roles. Default: all roles.',
      }),
    ),
    agents: Type.Optional(Type.Array(Uuid, { maxItems: 200, description: 'The only agents. Default: all.' })),
    untrusted_writes: Type.Optional(
      Type.Enum([...untrustedWrites], {
        description:
          'What happens before a job that has read untrusted content (pages, documents, mail, answers of systems) writes: `refuse` (default), `ask` a person, or `allow`.',
      }),
    ),
    ask_before_write: Type.Optional(
      Type.Boolean({ description: 'A person has to agree to every write. Default: false.' }),
    ),
    ask_role: Type.Optional(
      Type.Enum([...answeringRoles], { description: 'Least role that may agree. Default: admin.' }),
    ),
    ask_hours: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 8_760, description: 'Hours until it counts as refused. Default: 24.' }),
    ),
    forbid_requester: Type.Optional(
      Type.Boolean({ description: 'Whoever caused the job may not agree. Default: false.' }),
    ),
  },
  {
    additionalProperties: false,
    description: "What may use the connection, and what asks a person first. It wins over every agent's configuration.",
    examples: [{ methods: ['GET', 'POST'], paths: ['/refunds/*'], ask_before_write: true }],
  },
);
export type ConnectionPolicy = Static<typeof ConnectionPolicy>;

export const Connector = Type.Object({
  id: connectorType,
  display_name: Type.String({ examples: ['Custom API'] }),
  description: Type.String(),
  icon: Type.String({ examples: ['globe'] }),
  category: Type.String({ examples: ['Own systems'] }),
  config_schema: Type.Unknown({ description: 'A JSON schema.' }),
  auth_schema: Type.Unknown({ description: 'A JSON schema. Fields with `writeOnly` are secret.' }),
  supports_delivery: Type.Boolean({ description: 'Whether post actions of agents can write to this system.' }),
  delivery_config_schema: Type.Unknown({
    description:
      'JSON schemas of the operation parameters, by operation name. Null if agents cannot write to this system.',
  }),
  dynamic_input_fields: Type.Record(Type.String(), Type.Array(Type.String()), {
    description: 'Fields of `config` and `auth_config` that may contain placeholders.',
    examples: [{ config: ['base_url', 'headers'] }],
  }),
  dynamic_input_test_fields: Type.Array(Type.String()),
  browser_session: Nullable(Type.Object({ field: Type.String(), required_config: JsonObject })),
  available: Type.Boolean({ description: 'Whether this server has a driver for this connector.' }),
  unavailable_reason: Nullable(Type.String()),
  policy_schema: Type.Unknown({ description: 'A JSON schema of `policy`, with what this connector can do.' }),
  supports_sql: Type.Boolean({ description: "Whether SQL can read its rows or files: connection('name', …)." }),
});
export type Connector = Static<typeof Connector>;
export const ConnectorList = Type.Object({ connectors: Type.Array(Connector) });

export const signInStates = ['needed', 'signed_in'] as const;

export const ConnectionSignIn = Type.Object({
  state: Type.Enum([...signInStates], { description: '`needed`: a person has to sign in before it can be used.' }),
  problem: Nullable(Type.String({ description: 'Why the last sign-in no longer counts.' })),
  issuer: Nullable(Type.String({ description: 'The authorization server.', examples: ['https://id.example.com'] })),
  scope: Nullable(Type.String({ description: 'What it granted.', examples: ['tools:read'] })),
  user: Nullable(
    Type.Object(
      { id: Type.Integer(), email: Type.String(), display_name: Type.String() },
      { description: 'Who signed in.' },
    ),
  ),
  signed_in_at: Nullable(Timestamp),
  expires_at: Nullable(
    Type.String({ format: 'date-time', description: 'When the token ends. It is renewed by itself.' }),
  ),
});
export type ConnectionSignIn = Static<typeof ConnectionSignIn>;

const shared = {
  id: Uuid,
  user: Nullable(Type.Integer({ description: 'Who created it.' })),
  organization: Uuid,
  connector_type: connectorType,
  connector_display_name: Type.String({ examples: ['Custom API'] }),
  name,
  description: Type.String(),
  config: Type.Unknown({ examples: [{ base_url: 'https://api.example.com/v1', test_path: '/me' }] }),
  credentials_configured: Type.Boolean(),
  dynamic_inputs: dynamicInputs,
  policy: ConnectionPolicy,
  dynamic_input_test_disabled_reason: Nullable(Type.String()),
  sign_in: Nullable(ConnectionSignIn),
  status: Type.Enum([...connectionStatuses], { description: '`error`: the last test failed.' }),
  tested_at: Nullable(Timestamp),
  test_message: Nullable(Type.String({ description: 'Message of the last test.' })),
  use_count: Type.Integer({ description: 'Agents, triggers, schedules and tables that use it.' }),
  last_used_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const ConnectionItem = Type.Object(shared);
export type ConnectionItem = Static<typeof ConnectionItem>;
export const ConnectionPage = Page(ConnectionItem);

export const Connection = Type.Object({
  ...shared,
  auth_config: JsonObject,
  browser_session_expires_at: Nullable(Timestamp),
});
export type Connection = Static<typeof Connection>;

export const ConnectionListQuery = Type.Object({
  connector_type: Type.Optional(Type.String({ description: 'Only connections of this type.', examples: ['s3'] })),
  search: Type.Optional(Type.String({ description: 'Part of the name or description, or an id.' })),
  ordering: Type.Optional(
    Type.Enum([...connectionOrderings, ...connectionOrderings.map((one) => `-${one}` as const)], {
      description: 'Default: `name`. A leading minus sign sorts in descending order.',
    }),
  ),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
});

export const ConnectionCreateBody = Type.Object({
  connector_type: connectorType,
  name,
  config,
  description: Type.Optional(description),
  auth_config: Type.Optional(authConfig),
  dynamic_inputs: Type.Optional(dynamicInputs),
  policy: Type.Optional(ConnectionPolicy),
});
export type ConnectionCreateBody = Static<typeof ConnectionCreateBody>;

export const ConnectionUpdateBody = Type.Object(
  {
    name: Type.Optional(name),
    description: Type.Optional(description),
    config: Type.Optional(config),
    auth_config: Type.Optional(authConfig),
    dynamic_inputs: Type.Optional(dynamicInputs),
    policy: Type.Optional(ConnectionPolicy),
    expected_updated_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'The `updated_at` value that you read. The request fails with 409 if the connection has changed since.',
      }),
    ),
  },
  { examples: [{ name: 'Billing API of the shop', description: 'Invoices and refunds.' }] },
);
export type ConnectionUpdateBody = Static<typeof ConnectionUpdateBody>;

export const CredentialsTestBody = Type.Object({
  connector_type: connectorType,
  config,
  auth_config: Type.Optional(authConfig),
  dynamic_inputs: Type.Optional(dynamicInputs),
});
export type CredentialsTestBody = Static<typeof CredentialsTestBody>;

const Check = Type.Object({
  status: Type.Enum(['passed', 'failed', 'not_configured', 'unsupported']),
  message: Type.String(),
});

export const ConnectionTest = Type.Object({
  success: Type.Boolean(),
  message: Type.String({ examples: ['GET /me answered with status 200.'] }),
  tested_at: Timestamp,
  checks: Type.Optional(Type.Object({ api: Check, dashboard: Check })),
});
export type ConnectionTest = Static<typeof ConnectionTest>;

export const ConnectionUse = Type.Object({
  kind: Type.Enum([...useKinds]),
  id: Uuid,
  name: Type.String({ examples: ['Refund checker'] }),
  detail: Type.String({ description: 'How the connection is used.', examples: ['tools of version 2'] }),
});
export type ConnectionUse = Static<typeof ConnectionUse>;
export const ConnectionUses = Type.Object({ uses: Type.Array(ConnectionUse) });

export const ConnectionSignInStarted = Type.Object({
  url: Type.String({ description: 'Open it in the browser of the person who began.' }),
  expires_at: Timestamp,
});
export type ConnectionSignInStarted = Static<typeof ConnectionSignInStarted>;

const answered = (description: string, examples: string[] = []) =>
  Type.Optional(Type.String({ maxLength: 8_192, description, examples }));
export const CompleteSignInBody = Type.Object({
  state: Type.String({ minLength: 1, maxLength: 500, description: 'As the authorization server returned it.' }),
  code: answered('The code of the authorization server.'),
  iss: answered('The server that answered, if it says so (RFC 9207).'),
  error: answered('Why there is no code.', ['access_denied']),
  error_description: answered('The same in words.'),
});
export type CompleteSignInBody = Static<typeof CompleteSignInBody>;
