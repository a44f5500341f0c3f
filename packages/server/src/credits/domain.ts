import type { Domain } from '#platform/domain.ts';

export const domain: Domain = {
  name: 'credits',
  tables: {
    credit_accounts: {},
    credit_ledger: { jobData: { kept: 'what was paid stays' }, archive: 'file' },
  },
};
