import type { Policy } from '@errand/sdk';
import { useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { counted } from '../../design/plural.ts';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import { usePassage } from '../gates/gate-owner.ts';
import { GatePanel } from '../gates/gate-panel.tsx';
import { RehearsalPanel } from '../rehearsals/rehearsal-panel.tsx';
import { PromoteDialog } from '../versions/promote-dialog.tsx';
import { PolicyDiffView } from './policy-diff.tsx';
import { useDependents } from './use-dependents.ts';

type PromotePolicyProps = { policy: Policy; versionId: string; onClose(): void };

export function PromotePolicy({ policy, versionId, onClose }: PromotePolicyProps) {
  const currentId = policy.current_version_id;
  const version = useRead(keys.policyVersion(versionId), (options) => errand.policyVersions.get(versionId, options));
  const current = useRead(
    keys.policyVersion(currentId ?? ''),
    (options) => errand.policyVersions.get(currentId!, options),
    { enabled: currentId !== null },
  );
  const dependents = useDependents(policy.id);
  const [rehearsalId, setRehearsalId] = useState<string>();
  const owner = { kind: 'policy', id: policy.id, currentId } as const;
  const passage = usePassage(owner, versionId);
  const agents = new Set(dependents.data?.map(({ base_agent_id: id }) => id)).size;
  const whose = dependents.data && `The next job of ${counted(agents, 'agent')} will use it.`;
  return (
    <PromoteDialog
      name={version.data?.version_name ?? '…'}
      passage={passage}
      gate={<GatePanel owner={owner} passage={passage} />}
      isOlder={(version.data?.created_at ?? '') < (current.data?.created_at ?? '')}
      description={`${whose ?? 'New jobs will use it.'} Jobs created earlier keep their version.`}
      promote={({ reason = '', ...body }) =>
        errand.policyVersions.setCurrent(policy.id, versionId, {
          reason,
          ...(currentId !== null && { expected_current: currentId }),
          ...(rehearsalId !== undefined && { rehearsal_id: rehearsalId }),
          ...body,
        })
      }
      onPromoted={async () => {
        showToast(`${version.data?.version_name ?? 'The version'} is current`, {
          description: 'New jobs will use it.',
        });
        await reload(keys.policies());
        onClose();
      }}
      onClose={onClose}
    >
      <RehearsalPanel policyId={policy.id} versionId={versionId} onDone={setRehearsalId} />
      {currentId !== null && (
        <section aria-label="What changes">
          <h3 className="mb-2 font-semibold">Changes from the current version</h3>
          <PolicyDiffView policyId={policy.id} from={currentId} to={versionId} />
        </section>
      )}
    </PromoteDialog>
  );
}
