import type { Agent, AgentVersion } from '@errand/sdk';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import { usePassage } from '../gates/gate-owner.ts';
import { GatePanel } from '../gates/gate-panel.tsx';
import { PromoteDialog } from '../versions/promote-dialog.tsx';
import { VersionDiff } from './version-diff.tsx';

type PromoteAgentProps = { agent: Agent; version: AgentVersion; current: AgentVersion | undefined; onClose(): void };

/** Shows what will change for callers before it does. One click undoes it for a short time. */
export function PromoteAgent({ agent, version, current, onClose }: PromoteAgentProps) {
  const webhooks = useRead(keys.agentWebhooks(agent.id), (options) => errand.webhooks.ofAgent(agent.id, options));
  // A version that was current before does not have to pass the gate.
  const goBack = useChange(
    (id: string) => errand.versions.setCurrent(agent.id, id),
    () => reload(keys.agents()),
  );
  const owner = { kind: 'agent', id: agent.id, currentId: agent.current_version_id } as const;
  const passage = usePassage(owner, version.id);
  const affected = webhooks.data?.length ?? 0;
  const whom =
    affected === 0
      ? 'No webhook is linked to this agent.'
      : `${affected} linked ${affected === 1 ? 'webhook gets' : 'webhooks get'} its results.`;
  return (
    <PromoteDialog
      name={version.version_name}
      passage={passage}
      gate={<GatePanel owner={owner} passage={passage} />}
      isOlder={current !== undefined && version.created_at < current.created_at}
      description={`New jobs will use it. ${whom}`}
      isReasonOptional
      promote={(body) => errand.versions.setCurrent(agent.id, version.id, body)}
      onPromoted={async () => {
        await reload(keys.agents());
        onClose();
        showToast(`${version.version_name} is the current version`, {
          ...(current && { undo: () => goBack.mutate(current.id) }),
        });
      }}
      onClose={onClose}
    >
      {current && <VersionDiff from={current} to={version} />}
    </PromoteDialog>
  );
}
