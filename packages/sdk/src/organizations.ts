import type { Requester } from './request.ts';
import type { JsonObject, Page, PageOptions } from './values.ts';

export const roles = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];

export type Organization = {
  id: string;
  name: string;
  agents_enabled: boolean;
  /** null: unlimited. */
  credits: number | null;
  created_at: string;
  /** What the credential may do there; only in lists. */
  role?: Role;
};

export type Member = {
  user_id: number;
  email: string;
  first_name: string;
  last_name: string;
  display_name: string;
  role: Role;
  created_at: string;
};

export type ApiKey = {
  id: string;
  name: string;
  prefix: string;
  role: Exclude<Role, 'owner'>;
  user_id: number | null;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
};

export type LedgerEntry = {
  id: string;
  kind: 'grant' | 'adjust' | 'job';
  amount: number;
  job_id: string | null;
  note: string;
  created_at: string;
};
export type CreditPage = Page<LedgerEntry> & { limited: boolean; balance: number; held: number };

export type AuditEntry = {
  id: string;
  created_at: string;
  actor: {
    kind: 'user' | 'api_key' | 'operator';
    user_id: number | null;
    email: string | null;
    api_key_id: string | null;
  };
  action: string;
  target_type: string;
  target_id: string;
  detail: JsonObject | null;
};
export type AuditFilter = PageOptions & {
  action?: string | undefined;
  target_id?: string | undefined;
  created_from?: string | undefined;
  created_to?: string | undefined;
};

export function createOrganizations(request: Requester) {
  const path = (id: string) => `/v1/organizations/${encodeURIComponent(id)}/`;
  return {
    /** Those the credential can see. */
    list: (paging: PageOptions = {}, signal?: AbortSignal) =>
      request<Page<Organization>>('GET', '/v1/organizations/', { query: paging, signal }),
    get: (id: string, signal?: AbortSignal) => request<Organization>('GET', path(id), { signal }),
    rename: (id: string, name: string) => request<Organization>('PATCH', path(id), { body: { name } }),
    members: (id: string, paging: PageOptions = {}, signal?: AbortSignal) =>
      request<Page<Member>>('GET', `${path(id)}members/`, { query: paging, signal }),
    addMember: (
      id: string,
      member: { email: string; role: Role; password?: string; first_name?: string; last_name?: string },
    ) => request<Member>('POST', `${path(id)}members/`, { body: member }),
    changeRole: (id: string, userId: number, role: Role) =>
      request<Member>('PATCH', `${path(id)}members/${userId}/`, { body: { role } }),
    removeMember: (id: string, userId: number) => request<void>('DELETE', `${path(id)}members/${userId}/`),
    apiKeys: (id: string, paging: PageOptions = {}, signal?: AbortSignal) =>
      request<Page<ApiKey>>('GET', `${path(id)}api-keys/`, { query: paging, signal }),
    /** The secret is in this answer only. */
    createApiKey: (id: string, key: { name: string; role?: ApiKey['role']; expires_at?: string | null }) =>
      request<ApiKey & { api_key: string }>('POST', `${path(id)}api-keys/`, { body: key }),
    revokeApiKey: (id: string, keyId: string) =>
      request<void>('DELETE', `${path(id)}api-keys/${encodeURIComponent(keyId)}/`),
    credits: (id: string, paging: PageOptions = {}, signal?: AbortSignal) =>
      request<CreditPage>('GET', `${path(id)}credits/`, { query: paging, signal }),
    audit: (id: string, filter: AuditFilter = {}, signal?: AbortSignal) =>
      request<Page<AuditEntry>>('GET', `${path(id)}audit/`, { query: filter, signal }),
  };
}
