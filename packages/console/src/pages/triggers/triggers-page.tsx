import type { Trigger } from '@errand/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { EnabledBadge, OutcomeBadge } from '../../design/outcome-badge.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { showToast } from '../../design/toast.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { agentName, useAgents } from '../schedules/agent-select.tsx';
import { TriggerForm } from './trigger-form.tsx';

const PAGE_SIZE = 20;

export const kindWords = { http: 'HTTP request', agent: 'end of a job', storage: 'new object' };

export function TriggersPage() {
  const { create, page = 1 } = useSearch({ from: '/shell/triggers' });
  const navigate = useNavigate({ from: '/triggers' });
  const queryClient = useQueryClient();
  const { can } = useAccess();
  const triggers = useQuery({
    queryKey: keys.triggerList({ page }),
    queryFn: ({ signal }) => errand.triggers.list({ page: String(page), page_size: String(PAGE_SIZE) }, { signal }),
    refetchInterval: 10_000,
  });
  const open = (isOpen: boolean) => void navigate({ search: isOpen ? { create: true } : {} });
  const button = (
    <Button
      variant="primary"
      icon={<Plus size={14} aria-hidden />}
      disabled={!can('member')}
      title={can('member') ? undefined : 'This needs the role member.'}
      onClick={() => open(true)}
    >
      Create trigger
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Triggers"
        description="Run agents when something happens: one job per event."
        actions={button}
      />
      <QueryView query={triggers}>
        {({ count, results }) =>
          count === 0 ? (
            <EmptyState title="No triggers yet" actions={button}>
              A request to an address, the end of another agent’s job or a new object in storage starts an agent with
              values from the event.
            </EmptyState>
          ) : (
            <>
              <TriggerTable triggers={results} />
              <Pager
                page={page}
                pageSize={PAGE_SIZE}
                count={count}
                onPage={(next) => void navigate({ search: { page: next } })}
              />
            </>
          )
        }
      </QueryView>
      {create === true && (
        <TriggerForm
          open
          onClose={() => open(false)}
          onSaved={async ({ id }) => {
            showToast('Trigger created');
            await queryClient.invalidateQueries({ queryKey: keys.triggers() });
            await navigate({ to: '/triggers/$id', params: { id } });
          }}
        />
      )}
    </>
  );
}

function TriggerTable({ triggers }: { triggers: Trigger[] }) {
  const agents = useAgents();
  return (
    <Table label="Triggers">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>State</Th>
          <Th>Event</Th>
          <Th>Agent</Th>
          <Th>Last event</Th>
          <Th>Last outcome</Th>
        </tr>
      </thead>
      <tbody>
        {triggers.map((trigger) => (
          <Tr key={trigger.id} className="relative">
            <Td>
              <Link
                to="/triggers/$id"
                params={{ id: trigger.id }}
                className="font-medium text-accent after:absolute after:inset-0 hover:underline"
              >
                <bdi>{trigger.name}</bdi>
              </Link>
            </Td>
            <Td>
              <EnabledBadge enabled={trigger.enabled} />
            </Td>
            <Td>{kindWords[trigger.kind]}</Td>
            <Td>
              <bdi>{agentName(agents, trigger.agent_id)}</bdi>
            </Td>
            <Td>
              <RelativeTime at={trigger.last_run?.at} />
            </Td>
            <Td>{trigger.last_run ? <OutcomeBadge outcome={trigger.last_run.outcome} /> : '–'}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
