import {
  Connection,
  ConnectionCreateBody,
  ConnectionListQuery,
  ConnectionPage,
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
