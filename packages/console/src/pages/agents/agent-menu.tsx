import type { Agent } from '@errand/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { IconButton } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { Menu } from '../../design/menu.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

/** The actions on an agent. Viewers see no actions that would fail. */
export function AgentMenu({ agent }: { agent: Agent }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const { can } = useAccess();
  const duplicate = useChange(
    () => errand.agents.duplicate(agent.id),
    async (copy) => {
      await reload(keys.agents());
      showToast(`Created ${copy.name}`);
      void navigate({ to: '/agents/$id', params: { id: copy.id } });
    },
  );
  const remove = useChange(
    () => errand.agents.delete(agent.id),
    async () => {
      await reload(keys.agents());
      showToast(`Deleted ${agent.name}`);
      void navigate({ to: '/agents' });
    },
  );
  const go = (to: string) => () => void navigate({ to });
  return (
    <>
      <Menu
        trigger={<IconButton label={`Actions for ${agent.name}`} icon={<Ellipsis size={14} aria-hidden />} />}
        items={[
          ...(can('member')
            ? [
                { label: 'Run', onSelect: go(`/run/${agent.id}`) },
                {
                  label: 'Run on a CSV file',
                  onSelect: () => void navigate({ to: '/batches/new', search: { agent: agent.id } }),
                },
              ]
            : []),
          { label: 'View jobs', onSelect: () => void navigate({ href: `/jobs?agent=${agent.id}` }) },
          ...(can('member')
            ? ([
                { label: 'New version', onSelect: go(`/agents/${agent.id}/edit`) },
                { label: 'Duplicate', onSelect: () => duplicate.mutate() },
                'separator',
                { label: 'Delete…', danger: true, onSelect: () => setAsking(true) },
              ] as const)
            : []),
        ]}
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${agent.name}?`}
        description="Its versions, cache and webhook links are deleted, and running jobs are cancelled. Finished jobs stay readable. This cannot be undone."
        action="Delete agent"
        danger
        onConfirm={() => remove.mutateAsync()}
      />
    </>
  );
}
