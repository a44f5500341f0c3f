import type { Domain } from '#platform/domain.ts';

export const domain: Domain = {
  name: 'sso',
  tables: {
    used_sign_ins: { notExported: 'rows expire within minutes' },
  },
};
