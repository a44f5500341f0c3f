import type { Agent, AgentVersion } from '@errand/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Textarea } from '../../design/field.tsx';
import { showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';
import { usePassage } from '../gates/gate-owner.ts';
import { GatePanel } from '../gates/gate-panel.tsx';
import { VersionDiff } from './version-diff.tsx';

type Props = { agent: Agent; version: AgentVersion; current: AgentVersion | undefined; onClose(): void };

/** Shows what will change for callers before it does. One click undoes it for a short time. */
export function PromoteDialog({ agent, version, current, onClose }: Props) {
  const isOlder = current !== undefined && version.created_at < current.created_at;
  const webhooks = useQuery({
    queryKey: keys.agentWebhooks(agent.id),
    queryFn: ({ signal }) => errand.webhooks.ofAgent(agent.id, { signal }),
  });
  const owner = { kind: 'agent', id: agent.id, currentId: agent.current_version_id } as const;
  const passage = usePassage(owner, version.id);
  const [reason, setReason] = useState('');
  const reload = () => queryClient.invalidateQueries({ queryKey: keys.agents() });
  const promote = useMutation({
    meta: { quiet: true },
    mutationFn: () =>
      errand.versions.setCurrent(agent.id, version.id, {
        ...(reason.trim() !== '' && { reason: reason.trim() }),
        ...passage.body,
      }),
    onSuccess: reload,
  });
  // A version that was current before does not have to pass the gate.
  const goBack = useMutation({
    mutationFn: (id: string) => errand.versions.setCurrent(agent.id, id),
    onSuccess: reload,
  });
  const affected = webhooks.data?.length ?? 0;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={isOlder ? `Roll back to “${version.version_name}”` : `Promote “${version.version_name}”`}
      description={`New jobs will use it. ${affected === 0 ? 'No webhook is linked to this agent.' : `${affected} linked ${affected === 1 ? 'webhook gets' : 'webhooks get'} its results.`}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={promote.isPending}
            disabled={!passage.mayPass}
            onClick={() =>
              promote.mutate(undefined, {
                onSuccess: () => {
                  onClose();
                  showToast(`${version.version_name} is the current version`, {
                    ...(current && { undo: () => goBack.mutate(current.id) }),
                  });
                },
              })
            }
          >
            {isOlder ? 'Roll back' : 'Promote'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Reason" optional description="Recorded in the audit log.">
          <Textarea
            className="min-h-14"
            maxLength={1_000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {promote.isError && (
          <p role="alert" className="text-danger">
            {promote.error.message}
          </p>
        )}
        <GatePanel owner={owner} passage={passage} />
        {current && <VersionDiff from={current} to={version} />}
      </div>
    </Dialog>
  );
}
