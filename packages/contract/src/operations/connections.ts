import {
  CompleteSignInBody,
  Connection,
  ConnectionCreateBody,
  ConnectionListQuery,
  ConnectionPage,
  ConnectionSignInStarted,
  ConnectionTest,
  ConnectionUpdateBody,
  ConnectionUses,
  CredentialsTestBody,
} from '../connections.ts';
import { defineOperations } from '../operation.ts';

export const connections = defineOperations('Connections', {
  list: {
    at: 'GET /v1/connections/',
    summary: 'List connections',
    description: 'Lists the systems that agents, SQL and post actions can reach. Credentials are not shown.',
    query: ConnectionListQuery,
    responses: { 200: ConnectionPage },
  },
  create: {
    at: 'POST /v1/connections/',
    summary: 'Create a connection',
    description:
      'Names are unique in the organization. If a connection with the same type, configuration and credentials exists, the request fails with 409 and names it.',
    role: 'admin',
    body: ConnectionCreateBody,
    responses: { 201: Connection },
    errors: ['connection_name_taken', 'connection_exists', 'unavailable'],
  },
  get: {
    at: 'GET /v1/connections/:connection_id/',
    summary: 'Retrieve a connection',
    description: 'Every role sees secret values of `auth_config` as `********`.',
    responses: { 200: Connection },
  },
  replace: {
    at: 'PUT /v1/connections/:connection_id/',
    summary: 'Change a connection',
    description: 'Omitted fields and secret values sent as `********` stay unchanged.',
    role: 'admin',
    body: ConnectionUpdateBody,
    responses: { 200: Connection },
    errors: ['conflict', 'connection_name_taken', 'connection_exists', 'connection_unreadable', 'unavailable'],
  },
  update: {
    at: 'PATCH /v1/connections/:connection_id/',
    summary: 'Update a connection',
    description: 'Omitted fields and secret values sent as `********` stay unchanged.',
    role: 'admin',
    body: ConnectionUpdateBody,
    responses: { 200: Connection },
    errors: ['conflict', 'connection_name_taken', 'connection_exists', 'connection_unreadable', 'unavailable'],
  },
  delete: {
    at: 'DELETE /v1/connections/:connection_id/',
    summary: 'Delete a connection',
    description: 'Refused while something uses the connection. `used_by` lists the uses.',
    role: 'admin',
    responses: { 204: null },
    errors: ['connection_in_use'],
  },
  uses: {
    at: 'GET /v1/connections/:connection_id/uses/',
    summary: 'List the uses of a connection',
    description:
      'Lists agents with a version that uses the connection, and triggers, schedules and tables. At most 1000.',
    responses: { 200: ConnectionUses },
  },
  test: {
    at: 'POST /v1/connections/:connection_id/test/',
    summary: 'Test a connection',
    description:
      'Connects to the other system with the stored credentials. A failed test returns 400 and sets the status.',
    responses: { 200: ConnectionTest },
    errors: ['connection_test_failed', 'connection_unreadable'],
  },
  signIn: {
    at: 'POST /v1/connections/:connection_id/sign-in/',
    summary: 'Sign a connection in',
    description:
      'For credentials of the type `oauth2_authorization_code`: finds the authorization server of the system, registers Errand there if needed, and returns the address at which you sign in. Your browser comes back to the console, which completes the sign-in.',
    role: 'admin',
    responses: { 200: ConnectionSignInStarted },
    errors: ['connection_sign_in_failed', 'connection_unreadable', 'unavailable'],
  },
  completeSignIn: {
    at: 'POST /v1/connections/complete-sign-in/',
    summary: 'Complete the sign-in of a connection',
    description:
      'Takes what the authorization server added to the address that the browser came back to. Only whoever began the sign-in can complete it, once.',
    role: 'admin',
    body: CompleteSignInBody,
    responses: { 200: Connection },
    errors: ['connection_sign_in_failed', 'connection_sign_in_unknown', 'connection_unreadable'],
  },
  signOut: {
    at: 'DELETE /v1/connections/:connection_id/sign-in/',
    summary: 'Sign a connection out',
    description: 'Forgets the tokens and gives them back to the authorization server (RFC 7009).',
    role: 'admin',
    responses: { 204: null },
  },
  testCredentials: {
    at: 'POST /v1/connections/test-credentials/',
    summary: 'Test credentials',
    description: 'Tests a configuration before you create the connection. Nothing is stored.',
    role: 'admin',
    body: CredentialsTestBody,
    responses: { 200: ConnectionTest },
    errors: ['connection_test_failed', 'invalid_request'],
  },
});
