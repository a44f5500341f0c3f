import type { Agent, AgentVersion } from '@errand/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';
import { VersionDiff } from './version-diff.tsx';

type Props = { agent: Agent; version: AgentVersion; current: AgentVersion | undefined; onClose(): void };

/** Shows what will change for callers before it does. One click takes it back for ten seconds. */
export function PromoteDialog({ agent, version, current, onClose }: Props) {
  const isOlder = current !== undefined && version.created_at < current.created_at;
  const webhooks = useQuery({
    queryKey: keys.agentWebhooks(agent.id),
    queryFn: ({ signal }) => errand.webhooks.ofAgent(agent.id, { signal }),
  });
  const promote = useMutation({
    mutationFn: (id: string) => errand.versions.setCurrent(agent.id, id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.agents() }),
  });
  const affected = webhooks.data?.length ?? 0;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={isOlder ? `Roll back to ${version.version_name}` : `Promote ${version.version_name}`}
      description={`New jobs will use it. ${affected === 0 ? 'No webhook is linked to this agent.' : `${affected} linked ${affected === 1 ? 'webhook gets' : 'webhooks get'} its results.`}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={promote.isPending}
            onClick={() =>
              promote.mutate(version.id, {
                onSuccess: () => {
                  onClose();
                  showToast(`${version.version_name} is the current version`, {
                    ...(current && { undo: () => promote.mutate(current.id) }),
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
      {current && <VersionDiff from={current} to={version} />}
    </Dialog>
  );
}
