import type { Policy } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { buttonClass } from '../../design/button.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { VersionList } from '../versions/version-list.tsx';
import { PromoteButton } from '../versions/versions-part.tsx';
import { PolicyDiffView } from './policy-diff.tsx';
import { PolicyHistory } from './policy-history.tsx';

type PolicyVersionsProps = { policy: Policy; canWrite: boolean; onPromote(versionId: string): void };

export function PolicyVersions({ policy, canWrite, onPromote }: PolicyVersionsProps) {
  const { current_version_id: currentId } = policy;
  const list = useList(keys.policyVersions(policy.id), (paging, options) =>
    errand.policyVersions.list(policy.id, paging, options),
  );
  return (
    <VersionList
      owner={policy}
      list={list}
      columns={[
        {
          header: 'Decisions',
          cell: ({ id }) => (
            <Link to="/jobs" search={{ policy: id }} className="text-accent hover:underline">
              View jobs
            </Link>
          ),
        },
      ]}
      actions={({ id }, standing) => (
        <span className="inline-flex flex-wrap justify-end gap-2">
          {currentId !== null && id !== currentId && (
            <Link
              to="/policies/$id"
              params={{ id: policy.id }}
              search={{ tab: 'versions', from: currentId, to: id }}
              className={buttonClass('secondary', 'sm')}
            >
              Compare with current
            </Link>
          )}
          {canWrite && <PromoteButton standing={standing} onClick={() => onPromote(id)} />}
        </span>
      )}
      diff={(from, to) => <PolicyDiffView policyId={policy.id} from={from} to={to} />}
    >
      <PolicyHistory policy={policy} versions={list.query.data?.results ?? []} />
    </VersionList>
  );
}
