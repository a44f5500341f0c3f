import { defineOperations } from '../operation.ts';
import { AuditHead } from '../organizations.ts';
import { SigningKey } from '../proofs.ts';

export const signing = defineOperations('Proofs', {
  key: {
    at: 'GET /v1/organizations/:organization_id/signing-key/',
    summary: 'Retrieve signing keys',
    description:
      'Returns the public keys of the organization. Save the response as a file for `errand case verify FILE --key KEYS`.',
    responses: { 200: SigningKey },
    errors: ['unavailable'],
  },
  auditHead: {
    at: 'GET /v1/organizations/:organization_id/audit/head/',
    summary: 'Signed end of the audit chain',
    description: 'Store it elsewhere. With it you can prove later whether earlier entries were changed or removed.',
    role: 'auditor',
    responses: { 200: AuditHead },
    errors: ['unavailable'],
  },
  rotate: {
    at: 'POST /v1/organizations/:organization_id/signing-key/rotate/',
    summary: 'Replace the signing key',
    description:
      'A new key signs from now on. The private part of the previous key is deleted. Its signatures can still be verified.',
    role: 'admin',
    responses: { 200: SigningKey },
    errors: ['unavailable', 'conflict'],
  },
});
