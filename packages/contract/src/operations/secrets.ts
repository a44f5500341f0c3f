import { defineOperations } from '../operation.ts';
import { Secret, SecretBody, SecretPage } from '../secrets.ts';
import { PageQuery } from '../values.ts';

export const secrets = defineOperations('Secrets', {
  list: {
    at: 'GET /v1/secrets/',
    summary: 'List secrets',
    description: 'Lists the secrets of the organization and their uses, by name. Values are never shown.',
    role: 'admin',
    query: PageQuery,
    responses: { 200: SecretPage },
  },
  set: {
    at: 'PUT /v1/secrets/:secret_name/',
    summary: 'Create or replace a secret',
    description:
      'The value is stored encrypted. Use it in agent configurations as `${secret.NAME}`. Jobs that start from now on use the new value.',
    role: 'admin',
    body: SecretBody,
    responses: { 200: Secret, 201: Secret },
    errors: ['unavailable'],
  },
  delete: {
    at: 'DELETE /v1/secrets/:secret_name/',
    summary: 'Delete a secret',
    description: 'Fails with 409 and `used_by` while an agent version uses the secret.',
    role: 'admin',
    responses: { 204: null },
    errors: ['not_found', 'conflict'],
  },
});
