import { defineOperations } from '../operation.ts';
import { ApiKeyBody, ApiKeyPage, ApiKeyRotation, CreatedApiKey } from '../organizations.ts';
import { PageQuery } from '../values.ts';

// For admins only, because a user who creates a key could keep its rights after losing their own. No key outranks an
// admin.
export const apiKeys = defineOperations('Organizations', {
  list: {
    at: 'GET /v1/organizations/:organization_id/api-keys/',
    summary: 'List API keys',
    description: 'Lists keys that are not revoked, newest first, without their secrets.',
    role: 'admin',
    query: PageQuery,
    responses: { 200: ApiKeyPage },
  },
  create: {
    at: 'POST /v1/organizations/:organization_id/api-keys/',
    summary: 'Create an API key',
    description:
      'The caller becomes the owner of the key. Only this response shows the key. `scopes` hold it to fewer things than its role allows; nobody hands on a scope that they lack.',
    role: 'admin',
    body: ApiKeyBody,
    responses: { 201: CreatedApiKey },
    errors: ['insufficient_scope'],
  },
  rotate: {
    at: 'POST /v1/organizations/:organization_id/api-keys/:key_id/rotate/',
    summary: 'Rotate an API key',
    description:
      'Replaces the secret of a key and shows the new one, only here. The key keeps its id, role, scopes, budgets and history. The secret of now works beside it for `overlap_hours`; one from an earlier rotation ends. Personal keys are renewed by signing in again.',
    role: 'admin',
    body: ApiKeyRotation,
    responses: { 201: CreatedApiKey },
    errors: ['insufficient_scope', 'conflict'],
  },
  revoke: {
    at: 'DELETE /v1/organizations/:organization_id/api-keys/:key_id/',
    summary: 'Revoke an API key',
    description: 'Takes effect immediately in this process and within 5 seconds in all others.',
    role: 'admin',
    responses: { 204: null },
  },
});
