import type { Domain } from '#platform/domain.ts';
import { auditChecks } from './doctor.ts';
import { sealedKey } from './keys-store.ts';

export const domain: Domain = {
  name: 'signing',
  tables: {
    signing_keys: {},
    audit_seals: {},
  },
  sealedColumns: [sealedKey],
  doctor: auditChecks,
};
