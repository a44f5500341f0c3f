import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.ts';
import { allAgents } from '../../session/all-agents.ts';
import { errand } from '../../session/client.ts';

/** Selects the agents whose jobs are sent. */
export function LinkedAgents({ webhookId, canWrite }: { webhookId: string; canWrite: boolean }) {
  const linked = useRead(keys.webhookAgents(webhookId), (options) => errand.webhooks.agents(webhookId, options));
  const agents = useQuery({ ...allAgents(), enabled: canWrite });
  const link = useChange(
    (id: string) => errand.webhooks.link(webhookId, { agent_ids: [id] }),
    () => reload(keys.webhookAgents(webhookId)),
  );
  const unlink = useChange(
    (agent: { id: string; name: string }) => errand.webhooks.unlink(webhookId, agent.id),
    async (_answer, agent) => {
      showToast(`${agent.name} is no longer linked`, { undo: () => link.mutate(agent.id) });
      await reload(keys.webhookAgents(webhookId));
    },
  );
  const [chosen, setChosen] = useState('');
  const free = (agents.data ?? []).filter(({ id }) => !linked.data?.some((one) => one.id === id));
  return (
    <div className="flex max-w-2xl flex-col gap-3">
      <QueryView query={linked} rows={2}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No agent is linked">Nothing is sent until you link one below.</EmptyState>
          ) : (
            <DataTable
              label="Linked agents"
              rows={list}
              columns={[
                {
                  header: 'Agent',
                  cell: (agent) => (
                    <Link to={`/agents/${agent.id}` as string} className="font-medium text-accent hover:underline">
                      <bdi>{agent.name}</bdi>
                    </Link>
                  ),
                },
                {
                  actions: (agent) =>
                    canWrite && (
                      <Button size="sm" aria-label={`Unlink ${agent.name}`} onClick={() => unlink.mutate(agent)}>
                        Unlink
                      </Button>
                    ),
                },
              ]}
            />
          )
        }
      </QueryView>
      {canWrite && free.length > 0 && (
        <div className="flex gap-2">
          <Select
            label="Agent to link"
            className="max-w-80"
            value={chosen}
            options={[
              { value: '', label: 'Choose an agent…' },
              ...free.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={setChosen}
          />
          <Button
            disabled={chosen === ''}
            busy={link.isPending}
            onClick={() => link.mutate(chosen, { onSuccess: () => setChosen('') })}
          >
            Link
          </Button>
        </div>
      )}
    </div>
  );
}
