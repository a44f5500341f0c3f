import type { Domain } from '#platform/domain.ts';
import { sealedAnswers } from './request-keys.ts';
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
    request_keys: { notExported: 'rows expire within a day' },
  },
  sealedColumns: [sealedIdTokens, sealedAnswers],
};
