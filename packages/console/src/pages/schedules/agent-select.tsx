import type { Agent } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { Select } from '../../design/select.tsx';
import { shortId } from '../../design/short-id.ts';
import { allAgents } from '../../session/all-agents.ts';

/** Returns the agents to choose from, or undefined while they load. */
export function useAgents(): Agent[] | undefined {
  const agents = useQuery(allAgents());
  return agents.isPending ? undefined : (agents.data ?? []);
}

export const agentName = (agents: readonly Agent[] | undefined, id: string): string =>
  agents === undefined ? '…' : (agents.find((agent) => agent.id === id)?.name ?? shortId(id));

type AgentSelectProps = { value: string; onChange(id: string): void; label: string };

export function AgentSelect({ value, onChange, label }: AgentSelectProps) {
  const agents = useAgents() ?? [];
  const known = agents.map(({ id, name }) => ({ value: id, label: name }));
  const options = [
    { value: '', label: 'Choose an agent' },
    ...known,
    ...(value === '' || agents.some(({ id }) => id === value) ? [] : [{ value, label: value }]),
  ];
  return <Select value={value} onChange={onChange} options={options} label={label} />;
}
