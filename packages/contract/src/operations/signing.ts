import { defineOperations } from '../operation.ts';
import { AuditHead } from '../organizations.ts';
import { SigningKey } from '../proofs.ts';

const tag = 'Proofs';

export const signing = defineOperations({
  key: {
    method: 'GET',
    path: '/v1/organizations/:organization_id/signing-key/',
    tag,
    summary: 'Keys that the organization signs with',
    description: 'Public parts only. Keep the answer as a file: `errand case verify FILE --key KEYS` takes it.',
    responses: { 200: SigningKey },
    errors: ['unavailable'],
  },
  auditHead: {
    method: 'GET',
    path: '/v1/organizations/:organization_id/audit/head/',
    tag,
    summary: 'Signed end of the audit chain',
    description: 'Keep it elsewhere: whoever holds it can tell whether entries before it were altered or removed.',
    role: 'admin',
    responses: { 200: AuditHead },
    errors: ['unavailable'],
  },
  rotate: {
    method: 'POST',
    path: '/v1/organizations/:organization_id/signing-key/rotate/',
    tag,
    summary: 'Replace the signing key',
    description:
      'A new key signs from now on. The one before loses its private part and still verifies what it signed.',
    role: 'admin',
    responses: { 200: SigningKey },
    errors: ['unavailable', 'conflict'],
  },
});
