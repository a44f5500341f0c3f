import type { Requester } from './request.ts';
import type { JsonObject, Page, PageOptions } from './values.ts';

export type Policy = {
  id: string;
  name: string;
  description: string;
  organization_id: string;
  current_version_id: string | null;
  created_at: string;
  updated_at: string;
};

export type RuleFlag = 'RED_FLAG' | 'GREEN_FLAG';

export type PolicyVersion = {
  id: string;
  version_name: string;
  content: JsonObject;
  content_warnings: string[];
  created_at: string;
  updated_at: string;
  policy: Policy;
  created_by: { id: number; email: string; display_name: string } | null;
  base_version_id: string | null;
};

export type PolicyFilter = PageOptions & { search?: string | undefined; ordering?: string | undefined };

type RuleText = { description: string; flag: string | null; sub_rules: { title: string; description: string }[] };
export type DiffRule = RuleText & { id: string; category: string; title: string };
type DiffCategory = { title: string; description: string };
type ClassificationText = { description: string; prompt: string };
type TextChange = { from: string; to: string } | null;

export type PolicyDiff = {
  from: { id: string; version_name: string };
  to: { id: string; version_name: string };
  rules: {
    added: DiffRule[];
    removed: DiffRule[];
    changed: { id: string; category: string; title: string; from: RuleText; to: RuleText }[];
  };
  categories: {
    added: DiffCategory[];
    removed: DiffCategory[];
    changed: { title: string; from: { description: string }; to: { description: string } }[];
  };
  instructions: TextChange;
  classifications: {
    added: (ClassificationText & { name: string })[];
    removed: (ClassificationText & { name: string })[];
    changed: { name: string; from: ClassificationText; to: ClassificationText }[];
  };
  summary_template: TextChange;
  sar_narrative_template: TextChange;
};

export type DependentAgent = { base_agent_id: string; agent_name: string; version_id: string; version_name: string };

export function createPolicies(request: Requester) {
  const path = (id: string) => `/v1/policies/${encodeURIComponent(id)}/`;
  return {
    list: (filter: PolicyFilter = {}, signal?: AbortSignal) =>
      request<Page<Policy>>('GET', '/v1/policies/', { query: filter, signal }),
    get: (id: string, signal?: AbortSignal) => request<Policy>('GET', path(id), { signal }),
    create: (policy: { name: string; description?: string; content: JsonObject; version_name?: string }) =>
      request<Policy>('POST', '/v1/policies/', { body: policy }),
    update: (id: string, changes: { name?: string; description?: string }) =>
      request<Policy>('PATCH', path(id), { body: changes }),
    delete: (id: string) => request<void>('DELETE', path(id)),
    versions: (id: string, paging: PageOptions = {}, signal?: AbortSignal) =>
      request<Page<PolicyVersion>>('GET', `${path(id)}versions/`, { query: paging, signal }),
    /** A version's id, or a policy's for its current one. */
    version: (id: string, signal?: AbortSignal) =>
      request<PolicyVersion>('GET', `/v1/policies/versions/${encodeURIComponent(id)}/`, { signal }),
    /** The new version is current at once, unless `make_current` is false. */
    createVersion: (
      id: string,
      version: { content: JsonObject; version_name?: string; base_version_id?: string | null; make_current?: boolean },
    ) =>
      request<Pick<PolicyVersion, 'id' | 'version_name' | 'content' | 'content_warnings'>>(
        'POST',
        `${path(id)}versions/`,
        {
          body: version,
        },
      ),
    diff: (id: string, from: string, to: string, signal?: AbortSignal) =>
      request<PolicyDiff>('GET', `${path(id)}versions/${encodeURIComponent(from)}/diff/${encodeURIComponent(to)}/`, {
        signal,
      }),
    /** Makes a version current, forward or back. With `expectedCurrent` only if nobody else was faster. */
    promote: (
      id: string,
      versionId: string,
      { reason, expectedCurrent }: { reason?: string; expectedCurrent?: string } = {},
    ) =>
      request<Policy>('PATCH', `${path(id)}set-current-version/${encodeURIComponent(versionId)}/`, {
        body: {
          ...(reason !== undefined && { reason }),
          ...(expectedCurrent !== undefined && { expected_current: expectedCurrent }),
        },
      }),
    dependents: (id: string, signal?: AbortSignal) =>
      request<DependentAgent[]>('GET', `${path(id)}agents/`, { signal }),
  };
}
