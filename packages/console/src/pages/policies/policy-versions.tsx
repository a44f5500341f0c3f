import type { Policy, PolicyVersion } from '@errand/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button, buttonClass } from '../../design/button.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { VersionPair } from '../../design/version-pair.tsx';
import { errand } from '../../session/client.ts';
import { PolicyDiffView } from './policy-diff.tsx';
import { PolicyHistory } from './policy-history.tsx';

const PAGE_SIZE = 25;

type PolicyVersionsProps = { policy: Policy; canWrite: boolean; onPromote(versionId: string): void };

export function PolicyVersions({ policy, canWrite, onPromote }: PolicyVersionsProps) {
  const { page = 1, from, to } = useSearch({ from: '/shell/policies/$id' });
  const navigate = useNavigate({ from: '/policies/$id' });
  const versions = useQuery({
    queryKey: keys.policyVersions(policy.id, page),
    queryFn: ({ signal }) => errand.policyVersions.list(policy.id, { page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView query={versions}>
      {(data) => (
        <div className="flex flex-col gap-5">
          <div>
            <VersionTable policy={policy} versions={data.results} canWrite={canWrite} onPromote={onPromote} />
            <Pager
              page={page}
              pageSize={PAGE_SIZE}
              count={data.count}
              onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
            />
          </div>
          <PolicyHistory policy={policy} versions={data.results} />
          {data.results.length > 1 && (
            <Compare
              policy={policy}
              versions={data.results}
              from={from}
              to={to}
              onChange={(pair) =>
                void navigate({ search: (before) => ({ ...before, ...pair }), replace: true, resetScroll: false })
              }
            />
          )}
        </div>
      )}
    </QueryView>
  );
}

type VersionTableProps = PolicyVersionsProps & { versions: PolicyVersion[] };

function VersionTable({ policy, versions, canWrite, onPromote }: VersionTableProps) {
  const current = versions.find(({ id }) => id === policy.current_version_id);
  return (
    <Table label="Versions">
      <thead>
        <tr>
          <Th>Version</Th>
          <Th>Created</Th>
          <Th>By</Th>
          <Th>Decisions</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version) => {
          const isCurrent = version.id === policy.current_version_id;
          const isOlder = current !== undefined && version.created_at < current.created_at;
          return (
            <Tr key={version.id}>
              <Td>
                <Link
                  from="/policies/$id"
                  to="/policies/$id"
                  search={{ version: version.id }}
                  className="font-medium text-accent hover:underline"
                >
                  <bdi>{version.version_name}</bdi>
                </Link>
                {isCurrent && (
                  <span className="ml-2">
                    <Badge tone="positive">current</Badge>
                  </span>
                )}
              </Td>
              <Td>
                <RelativeTime at={version.created_at} />
              </Td>
              <Td>{version.created_by?.display_name ?? '–'}</Td>
              <Td>
                <Link to="/jobs" search={{ policy: version.id }} className="text-accent hover:underline">
                  View jobs
                </Link>
              </Td>
              <Td className="text-right">
                <span className="inline-flex flex-wrap justify-end gap-2">
                  {policy.current_version_id !== null && !isCurrent && (
                    <Link
                      from="/policies/$id"
                      to="/policies/$id"
                      search={{ tab: 'versions', from: policy.current_version_id, to: version.id }}
                      className={buttonClass('secondary', 'sm')}
                    >
                      Compare with current
                    </Link>
                  )}
                  {canWrite && !isCurrent && (
                    <Button size="sm" className="min-w-22" onClick={() => onPromote(version.id)}>
                      {isOlder ? 'Roll back…' : 'Promote…'}
                    </Button>
                  )}
                </span>
              </Td>
            </Tr>
          );
        })}
      </tbody>
    </Table>
  );
}

type CompareProps = {
  policy: Policy;
  versions: PolicyVersion[];
  from: string | undefined;
  to: string | undefined;
  onChange(pair: { from: string; to: string }): void;
};

function Compare({ policy, versions, from, to, onChange }: CompareProps) {
  const first = from ?? versions[1]!.id;
  const second = to ?? versions[0]!.id;
  const options = versions.map(({ id, version_name: name }) => ({
    value: id,
    label: id === policy.current_version_id ? `${name} · current` : name,
  }));
  for (const id of [first, second])
    if (!options.some(({ value }) => value === id)) options.push({ value: id, label: 'version on another page' });
  return (
    <section aria-label="Compare versions" className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">Compare</h2>
      <VersionPair from={first} to={second} options={options} onChange={onChange} />
      <PolicyDiffView policyId={policy.id} from={first} to={second} />
    </section>
  );
}
