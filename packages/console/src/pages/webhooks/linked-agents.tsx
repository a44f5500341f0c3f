import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { Select } from '../../design/select.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { showToast } from '../../design/toast.tsx';
import { allAgents } from '../../session/all-agents.ts';
import { errand } from '../../session/client.ts';

/** Selects the agents whose jobs are sent. */
export function LinkedAgents({ webhookId, canWrite }: { webhookId: string; canWrite: boolean }) {
  const queryClient = useQueryClient();
  const linked = useQuery({
    queryKey: keys.webhookAgents(webhookId),
    queryFn: ({ signal }) => errand.webhooks.agents(webhookId, { signal }),
  });
  const agents = useQuery({ ...allAgents(), enabled: canWrite });
  const reload = () => queryClient.invalidateQueries({ queryKey: keys.webhookAgents(webhookId) });
  const link = useMutation({
    mutationFn: (id: string) => errand.webhooks.link(webhookId, { agent_ids: [id] }),
    onSuccess: reload,
  });
  const unlink = useMutation({
    mutationFn: (agent: { id: string; name: string }) => errand.webhooks.unlink(webhookId, agent.id),
    onSuccess: async (_answer, agent) => {
      showToast(`${agent.name} is no longer linked`, { undo: () => link.mutate(agent.id) });
      await reload();
    },
  });
  const [chosen, setChosen] = useState('');
  const free = (agents.data ?? []).filter(({ id }) => !linked.data?.some((one) => one.id === id));
  return (
    <div className="flex max-w-2xl flex-col gap-3">
      <QueryView query={linked} rows={2}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No agent is linked">Nothing is sent until you link one below.</EmptyState>
          ) : (
            <Table label="Linked agents">
              <thead>
                <tr>
                  <Th>Agent</Th>
                  <Th>
                    <span className="sr-only">Actions</span>
                  </Th>
                </tr>
              </thead>
              <tbody>
                {list.map((agent) => (
                  <Tr key={agent.id}>
                    <Td>
                      <Link to={`/agents/${agent.id}` as string} className="font-medium text-accent hover:underline">
                        <bdi>{agent.name}</bdi>
                      </Link>
                    </Td>
                    <Td className="text-right">
                      {canWrite && (
                        <Button size="sm" aria-label={`Unlink ${agent.name}`} onClick={() => unlink.mutate(agent)}>
                          Unlink
                        </Button>
                      )}
                    </Td>
                  </Tr>
                ))}
              </tbody>
            </Table>
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
