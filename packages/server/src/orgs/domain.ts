import type { Domain } from '#platform/domain.ts';
import { sealedIdTokens } from './sessions.ts';

export const domain: Domain = {
  name: 'orgs',
  tables: {
    organizations: {},
    users: {},
    memberships: {},
    user_identities: {},
    api_keys: {},
    invitations: {},
    sessions: {},
    login_requests: { notExported: 'rows expire within minutes' },
    sign_in_tries: { notExported: 'rows expire within minutes' },
    audit_log: {},
    audit_heads: {},
  },
  sealedColumns: [sealedIdTokens],
};
