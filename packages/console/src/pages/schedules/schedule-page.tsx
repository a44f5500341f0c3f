import type { Schedule } from '@errand/sdk';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card, Facts } from '../../design/card.tsx';
import { DeleteDialog } from '../../design/dialog.tsx';
import { formatCost } from '../../design/format.ts';
import { JsonView } from '../../design/json-view.tsx';
import { MoreMenu } from '../../design/menu.tsx';
import { EnabledBadge } from '../../design/outcome-badge.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryPage, QueryView } from '../../design/query-view.tsx';
import { shortId } from '../../design/short-id.ts';
import { SwitchButton, SwitchedOff } from '../../design/switch-button.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { agentName, useAgents } from './agent-select.tsx';
import { RunList } from './run-list.tsx';
import { catchUps, overlaps, ScheduleForm } from './schedule-form.tsx';
import { momentIn, timingText } from './timing.ts';

const crumbs = [{ label: 'Schedules', to: '/schedules' }];

export function SchedulePage() {
  const { id } = useParams({ from: '/shell/schedules/$id' });
  const schedule = useRead(keys.schedule(id), (options) => errand.schedules.get(id, options), {
    refetchInterval: 5_000,
  });
  // The header has agents' names, which should not change while the user reads.
  const isNamed = useAgents() !== undefined;
  return (
    <QueryPage query={schedule} isReady={isNamed} title="Schedule" id={id} crumbs={crumbs}>
      {(found) => <ScheduleView key={id} schedule={found} />}
    </QueryPage>
  );
}

function ScheduleView({ schedule }: { schedule: Schedule }) {
  const { id } = schedule;
  const { can } = useAccess();
  const agents = useAgents();
  const [asking, setAsking] = useState<'edit' | 'delete'>();
  const navigate = useNavigate();
  const close = () => setAsking(undefined);
  const run = useChange(
    () => errand.schedules.run(id),
    async ({ outcome, reason }) => {
      showToast(outcome === 'started' ? 'Job started' : 'No job started', reason ? { description: reason } : {});
      await reload(keys.schedules());
    },
  );
  return (
    <>
      <PageHeader
        title={schedule.name}
        id={id}
        crumbs={crumbs}
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
              <SwitchButton
                isOn={schedule.enabled}
                change={(enabled) => errand.schedules.update(id, { enabled }).then(() => reload(keys.schedules()))}
              />
              <MoreMenu
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
      <SwitchedOff what="schedule" reason={schedule.disabled_reason} />
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
          schedule={schedule}
          onClose={close}
          onSaved={async () => {
            close();
            showToast('Saved');
            await reload(keys.schedules());
          }}
        />
      )}
      <DeleteDialog
        open={asking === 'delete'}
        onClose={close}
        what="schedule"
        name={schedule.name}
        description="It starts nothing more, and its run list is deleted. Jobs that it started are kept. This cannot be undone."
        onDelete={() => errand.schedules.delete(id)}
        onDone={async () => {
          await navigate({ to: '/schedules' });
          await reload(keys.scheduleLists());
        }}
      />
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
  const times = useRead(keys.scheduleTimes(schedule.id, schedule.next_at ?? schedule.updated_at), (options) =>
    errand.schedules.next(schedule.id, { count: '5' }, options),
  );
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
