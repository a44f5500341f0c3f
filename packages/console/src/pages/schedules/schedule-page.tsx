import type { Schedule } from '@errand/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Ellipsis, Play } from 'lucide-react';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { Card, Facts } from '../../design/card.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { formatCost } from '../../design/format.ts';
import { JsonView } from '../../design/json-view.tsx';
import { Menu } from '../../design/menu.tsx';
import { EnabledBadge } from '../../design/outcome-badge.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { shortId } from '../../design/short-id.ts';
import { Skeleton } from '../../design/skeleton.tsx';
import { showError, showToast } from '../../design/toast.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { agentName, useAgents } from './agent-select.tsx';
import { RunList } from './run-list.tsx';
import { catchUps, overlaps, ScheduleForm } from './schedule-form.tsx';
import { momentIn, timingText } from './timing.ts';

export function SchedulePage() {
  const { id } = useParams({ from: '/shell/schedules/$id' });
  const schedule = useQuery({
    queryKey: keys.schedule(id),
    queryFn: ({ signal }) => errand.schedules.get(id, { signal }),
    refetchInterval: 5_000,
  });
  // The header has agents' names, which should not change while the user reads.
  const isNamed = useAgents() !== undefined;
  if (schedule.data && isNamed) return <ScheduleView key={id} schedule={schedule.data} />;
  return (
    <>
      <PageHeader title="Schedule" id={id} crumbs={[{ label: 'Schedules', to: '/schedules' }]} />
      {schedule.isError ? <ErrorCard error={schedule.error} onRetry={() => void schedule.refetch()} /> : <Skeleton />}
    </>
  );
}

function ScheduleView({ schedule }: { schedule: Schedule }) {
  const { id } = schedule;
  const queryClient = useQueryClient();
  const { can } = useAccess();
  const agents = useAgents();
  const [asking, setAsking] = useState<'edit' | 'delete'>();
  const reload = () => queryClient.invalidateQueries({ queryKey: keys.schedules() });
  const toggle = useMutation({
    mutationFn: (enabled: boolean) => errand.schedules.update(id, { enabled }),
    onSuccess: async (changed) => {
      showToast(changed.enabled ? 'Switched on' : 'Switched off', { undo: () => toggle.mutate(!changed.enabled) });
      await reload();
    },
  });
  const run = useMutation({
    mutationFn: () => errand.schedules.run(id),
    onSuccess: async ({ outcome, reason }) => {
      showToast(outcome === 'started' ? 'Job started' : 'No job started', reason ? { description: reason } : {});
      await reload();
    },
  });
  return (
    <>
      <PageHeader
        title={schedule.name}
        id={id}
        crumbs={[{ label: 'Schedules', to: '/schedules' }]}
        badge={<EnabledBadge enabled={schedule.enabled} />}
        description={
          <>
            Runs{' '}
            <Link to={`/agents/${schedule.agent_id}` as string} className="text-accent hover:underline">
              <bdi>{agentName(agents, schedule.agent_id)}</bdi>
            </Link>{' '}
            {timingText(schedule)}
            {schedule.cron !== null && (
              <>
                {' · '}
                <code className="text-code">{schedule.cron}</code>
              </>
            )}
          </>
        }
        actions={
          can('member') && (
            <>
              <Button icon={<Play size={14} aria-hidden />} busy={run.isPending} onClick={() => run.mutate()}>
                Run now
              </Button>
              <Button busy={toggle.isPending} onClick={() => toggle.mutate(!schedule.enabled)}>
                {schedule.enabled ? 'Switch off' : 'Switch on'}
              </Button>
              <Menu
                trigger={<IconButton label="More actions" icon={<Ellipsis size={16} aria-hidden />} />}
                items={[
                  { label: 'Edit…', onSelect: () => setAsking('edit') },
                  'separator',
                  { label: 'Delete…', danger: true, onSelect: () => setAsking('delete') },
                ]}
              />
            </>
          )
        }
      />
      {schedule.disabled_reason !== null && (
        <div role="alert" className="mb-4 rounded-md border border-danger bg-danger-soft p-4 text-md">
          <strong>The service switched this schedule off:</strong> {schedule.disabled_reason}
        </div>
      )}
      <div className="in-order grid grid-cols-1 gap-6 xl:grid-cols-[2fr_1fr]">
        <RunList scheduleId={id} />
        <div className="in-order flex flex-col gap-6">
          <NextTimes schedule={schedule} />
          <Card title="Inputs">
            <JsonView value={schedule.inputs} label="Inputs" />
          </Card>
          <Card title="Rules">
            <Facts facts={rulesOf(schedule)} />
          </Card>
        </div>
      </div>
      {asking === 'edit' && (
        <ScheduleForm
          open
          schedule={schedule}
          onClose={() => setAsking(undefined)}
          onSaved={async () => {
            setAsking(undefined);
            showToast('Saved');
            await reload();
          }}
        />
      )}
      <DeleteSchedule schedule={schedule} open={asking === 'delete'} onClose={() => setAsking(undefined)} />
    </>
  );
}

const labelOf = (options: readonly { value: string; label: string }[], wanted: string): string =>
  options.find(({ value }) => value === wanted)?.label ?? wanted;

const rulesOf = (schedule: Schedule): [string, string][] => [
  ['If still running', labelOf(overlaps, schedule.overlap)],
  ['After an outage', labelOf(catchUps, schedule.catch_up)],
  ['Cost limit per run', schedule.max_cost_per_run === null ? 'None' : formatCost(schedule.max_cost_per_run)],
  ['Version', schedule.agent_version_id === null ? 'Current version' : shortId(schedule.agent_version_id)],
];

function NextTimes({ schedule }: { schedule: Schedule }) {
  const times = useQuery({
    queryKey: keys.scheduleTimes(schedule.id, schedule.next_at ?? schedule.updated_at),
    queryFn: ({ signal }) => errand.schedules.next(schedule.id, { count: '5' }, { signal }),
  });
  return (
    <Card title={schedule.enabled ? 'Next runs' : 'Next runs, if it were on'}>
      <QueryView query={times} rows={5}>
        {(answer) => (
          <ol aria-label="Next times" className="flex flex-col gap-1">
            {answer.times.map((time) => (
              <li key={time}>
                <time dateTime={time}>{momentIn(time, schedule.timezone)}</time>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </Card>
  );
}

function DeleteSchedule({ schedule, open, onClose }: { schedule: Schedule; open: boolean; onClose(): void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete ${schedule.name}?`}
      description="It starts nothing more, and its run list is deleted. Jobs that it started are kept. This cannot be undone."
      action="Delete schedule"
      danger
      onConfirm={async () => {
        await errand.schedules.delete(schedule.id).catch((error: unknown) => {
          showError(error, 'The schedule was not deleted');
          throw error;
        });
        showToast('Schedule deleted');
        await navigate({ to: '/schedules' });
        await queryClient.invalidateQueries({ queryKey: keys.scheduleLists() });
      }}
    />
  );
}
