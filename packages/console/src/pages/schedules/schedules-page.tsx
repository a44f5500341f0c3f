import { useNavigate } from '@tanstack/react-router';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { EnabledBadge, OutcomeBadge } from '../../design/outcome-badge.tsx';
import { showToast } from '../../design/toast.ts';
import { RowLink } from '../../lists/links.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useCreate } from '../../lists/use-create.tsx';
import { asTexts, useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { agentName, useAgents } from './agent-select.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { timingText } from './timing.ts';

export function SchedulesPage() {
  const navigate = useNavigate();
  const agents = useAgents();
  const create = useCreate('Create schedule');
  const list = useList(keys.scheduleLists(), (paging, options) => errand.schedules.list(asTexts(paging), options), {
    pageSize: 20,
    refetchInterval: 10_000,
  });
  return (
    <ListPage
      title="Schedules"
      description="Run agents on a schedule: one job per due time."
      actions={create.button}
      list={list}
      empty={
        <EmptyState
          title="No schedules yet"
          actions={create.button}
          command='errand schedules create Nightly --agent Greeting --cron "30 7 * * *"'
        >
          Choose an agent, its inputs and the times. Time zones and daylight saving are taken care of.
        </EmptyState>
      }
      columns={[
        { header: 'Name', cell: ({ id, name }) => <RowLink to={`/schedules/${id}`}>{name}</RowLink> },
        { header: 'State', cell: ({ enabled }) => <EnabledBadge enabled={enabled} /> },
        { header: 'Agent', cell: ({ agent_id: id }) => <bdi>{agentName(agents, id)}</bdi> },
        { header: 'Due', title: ({ cron }) => cron ?? undefined, cell: timingText },
        { header: 'Next', at: ({ next_at: at }) => at, none: '–' },
        { header: 'Last run', cell: ({ last_run: run }) => (run ? <OutcomeBadge outcome={run.outcome} /> : '–') },
      ]}
    >
      {create.isOpen && (
        <ScheduleForm
          onClose={create.close}
          onSaved={async ({ id }) => {
            showToast('Schedule created');
            await reload(keys.schedules());
            await navigate({ to: '/schedules/$id', params: { id } });
          }}
        />
      )}
    </ListPage>
  );
}
