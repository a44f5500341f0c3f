import type { Schedule } from '@errand/sdk';
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
import { agentName, useAgents } from './agent-select.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { timingText } from './timing.ts';

const PAGE_SIZE = 20;

export function SchedulesPage() {
  const { create, page = 1 } = useSearch({ from: '/shell/schedules' });
  const navigate = useNavigate({ from: '/schedules' });
  const queryClient = useQueryClient();
  const { can } = useAccess();
  const schedules = useQuery({
    queryKey: keys.scheduleList({ page }),
    queryFn: ({ signal }) => errand.schedules.list({ page: String(page), page_size: String(PAGE_SIZE) }, { signal }),
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
      Create schedule
    </Button>
  );
  return (
    <>
      <PageHeader title="Schedules" description="Run agents on a schedule: one job per due time." actions={button} />
      <QueryView query={schedules}>
        {({ count, results }) =>
          count === 0 ? (
            <EmptyState title="No schedules yet" actions={button}>
              Choose an agent, its inputs and the times. Time zones and daylight saving are taken care of.
            </EmptyState>
          ) : (
            <>
              <ScheduleTable schedules={results} />
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
        <ScheduleForm
          open
          onClose={() => open(false)}
          onSaved={async ({ id }) => {
            showToast('Schedule created');
            await queryClient.invalidateQueries({ queryKey: keys.schedules() });
            await navigate({ to: '/schedules/$id', params: { id } });
          }}
        />
      )}
    </>
  );
}

function ScheduleTable({ schedules }: { schedules: Schedule[] }) {
  const agents = useAgents();
  return (
    <Table label="Schedules">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>State</Th>
          <Th>Agent</Th>
          <Th>Due</Th>
          <Th>Next</Th>
          <Th>Last run</Th>
        </tr>
      </thead>
      <tbody>
        {schedules.map((schedule) => (
          <Tr key={schedule.id} className="relative">
            <Td>
              <Link
                to="/schedules/$id"
                params={{ id: schedule.id }}
                className="font-medium text-accent after:absolute after:inset-0 hover:underline"
              >
                <bdi>{schedule.name}</bdi>
              </Link>
            </Td>
            <Td>
              <EnabledBadge enabled={schedule.enabled} />
            </Td>
            <Td>
              <bdi>{agentName(agents, schedule.agent_id)}</bdi>
            </Td>
            <Td title={schedule.cron ?? undefined}>{timingText(schedule)}</Td>
            <Td>
              <RelativeTime at={schedule.next_at} none="–" />
            </Td>
            <Td>{schedule.last_run === null ? '–' : <OutcomeBadge outcome={schedule.last_run.outcome} />}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
