import { ConflictError, type Policy } from '@errand/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Textarea } from '../../design/field.tsx';
import { showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';
import { usePassage } from '../gates/gate-owner.ts';
import { GatePanel } from '../gates/gate-panel.tsx';
import { RehearsalPanel } from '../rehearsals/rehearsal-panel.tsx';
import { useDependents } from './dependent-agents.tsx';
import { PolicyDiffView } from './policy-diff.tsx';

type PromoteDialogProps = { policy: Policy; versionId: string; onClose(): void };

/** Makes a newer or older version current. Shows what changes and for whom, and asks why. */
export function PromoteDialog({ policy, versionId, onClose }: PromoteDialogProps) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const version = useQuery({
    queryKey: keys.policyVersion(versionId),
    queryFn: ({ signal }) => errand.policyVersions.get(versionId, { signal }),
  });
  const dependents = useDependents(policy.id);
  const owner = { kind: 'policy', id: policy.id, currentId: policy.current_version_id } as const;
  const passage = usePassage(owner, versionId);
  const [rehearsalId, setRehearsalId] = useState<string>();
  const promote = useMutation({
    meta: { quiet: true },
    mutationFn: () =>
      errand.policyVersions.setCurrent(policy.id, versionId, {
        reason: reason.trim(),
        ...(policy.current_version_id !== null && { expected_current: policy.current_version_id }),
        ...(rehearsalId !== undefined && { rehearsal_id: rehearsalId }),
        ...passage.body,
      }),
    onSuccess: async () => {
      showToast(`${version.data?.version_name ?? 'The version'} is current`, {
        description: 'New jobs will use it.',
      });
      await queryClient.invalidateQueries({ queryKey: keys.policies() });
      onClose();
    },
  });
  const current = useQuery({
    queryKey: keys.policyVersion(policy.current_version_id ?? ''),
    queryFn: ({ signal }) => errand.policyVersions.get(policy.current_version_id!, { signal }),
    enabled: policy.current_version_id !== null,
  });
  const isOlder = (version.data?.created_at ?? '') < (current.data?.created_at ?? '');
  const agents = new Set(dependents.data?.map(({ base_agent_id: id }) => id)).size;
  const name = version.data?.version_name ?? '…';
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={isOlder ? `Roll back to “${name}”` : `Promote “${name}”`}
      description={
        dependents.data === undefined
          ? 'New jobs will use it. Jobs created earlier keep their version.'
          : `The next job of ${agents === 1 ? '1 agent' : `${agents} agents`} will use it. Jobs created earlier keep their version.`
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={promote.isPending}
            disabled={reason.trim() === '' || !passage.mayPass}
            onClick={() => promote.mutate()}
          >
            {isOlder ? 'Roll back' : 'Promote'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Reason" description="Recorded in the audit log.">
          <Textarea required maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        {promote.isError && (
          <p role="alert" className="text-danger">
            {promote.error.message}
            {promote.error instanceof ConflictError && ' Close this dialog and check the current version.'}
          </p>
        )}
        <GatePanel owner={owner} passage={passage} />
        <RehearsalPanel policyId={policy.id} versionId={versionId} onDone={setRehearsalId} />
        {policy.current_version_id !== null && (
          <section aria-label="What changes">
            <h3 className="mb-2 font-semibold">Changes from the current version</h3>
            <PolicyDiffView policyId={policy.id} from={policy.current_version_id} to={versionId} />
          </section>
        )}
      </div>
    </Dialog>
  );
}
