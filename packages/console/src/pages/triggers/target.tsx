import type { Agent, Trigger } from '@errand/sdk';
import { shortId } from '../../design/short-id.ts';
import { useQueues } from '../cases/use-desk.ts';
import { agentName } from '../schedules/agent-select.tsx';

type TargetProps = { trigger: Pick<Trigger, 'agent_id' | 'case_queue_id'>; agents: readonly Agent[] | undefined };

/** What an event starts: an agent, or an alert in a case queue. */
export function Target({ trigger: { agent_id: agentId, case_queue_id: queueId }, agents }: TargetProps) {
  const queues = useQueues();
  if (agentId !== null) return <bdi>{agentName(agents, agentId)}</bdi>;
  return <bdi>case queue {queues?.find(({ id }) => id === queueId)?.name ?? shortId(queueId ?? '')}</bdi>;
}
