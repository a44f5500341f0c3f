import type { Policy, PolicyVersion } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { buttonClass } from '../../design/button.tsx';
import { PagedTable } from '../../lists/paged-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { CompareVersions, PromoteButton, standingIn, versionColumn } from '../versions/versions-part.tsx';
import { PolicyDiffView } from './policy-diff.tsx';
import { PolicyHistory } from './policy-history.tsx';

type PolicyVersionsProps = { policy: Policy; canWrite: boolean; onPromote(versionId: string): void };

export function PolicyVersions({ policy, canWrite, onPromote }: PolicyVersionsProps) {
  const { current_version_id: currentId } = policy;
  const list = useList(keys.policyVersions(policy.id), (paging, options) =>
    errand.policyVersions.list(policy.id, paging, options),
  );
  const versions = list.query.data?.results ?? [];
  const standing = standingIn(policy, versions);
  return (
    <div className="flex flex-col gap-5">
      <PagedTable
        label="Versions"
        list={list}
        columns={[
          versionColumn<PolicyVersion>(standing),
          { header: 'Created', at: ({ created_at: at }) => at },
          { header: 'By', cell: ({ created_by: by }) => by?.display_name ?? '–' },
          {
            header: 'Decisions',
            cell: ({ id }) => (
              <Link to="/jobs" search={{ policy: id }} className="text-accent hover:underline">
                View jobs
              </Link>
            ),
          },
          {
            actions: (version) => (
              <span className="inline-flex flex-wrap justify-end gap-2">
                {currentId !== null && version.id !== currentId && (
                  <Link
                    to="/policies/$id"
                    params={{ id: policy.id }}
                    search={{ tab: 'versions', from: currentId, to: version.id }}
                    className={buttonClass('secondary', 'sm')}
                  >
                    Compare with current
                  </Link>
                )}
                {canWrite && <PromoteButton standing={standing(version)} onClick={() => onPromote(version.id)} />}
              </span>
            ),
          },
        ]}
      />
      <PolicyHistory policy={policy} versions={versions} />
      <CompareVersions owner={policy} versions={versions}>
        {(from, to) => <PolicyDiffView policyId={policy.id} from={from} to={to} />}
      </CompareVersions>
    </div>
  );
}
