import type { Schedule } from '@errand/sdk';
import { useState } from 'react';
import { Field, Input, Problem, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { listTimeZones } from '../../design/time-zone.ts';
import { errand } from '../../session/client.ts';
import { AgentSelect } from './agent-select.tsx';
import { InputTexts, readInputTexts } from './input-texts.tsx';
import { cronWords } from './timing.ts';

export const overlaps = [
  { value: 'skip', label: 'Skip the new run' },
  { value: 'queue', label: 'Start it when the previous one ends' },
  { value: 'cancel_previous', label: 'Cancel the previous run' },
] as const;
const kinds = [
  { value: 'cron', label: 'At set times (cron)' },
  { value: 'every', label: 'At a fixed interval' },
] as const;
export const catchUps = [
  { value: 'none', label: 'Start nothing for missed times' },
  { value: 'one', label: 'Start the last missed run' },
] as const;

type ScheduleFormProps = {
  onClose(): void;
  onSaved(schedule: Schedule): unknown;
  /** The schedule to change. Without it, a new one is created. */
  schedule?: Schedule;
};

export function ScheduleForm({ onClose, onSaved, schedule }: ScheduleFormProps) {
  const [agentId, setAgentId] = useState(schedule?.agent_id ?? '');
  const [kind, setKind] = useState<'cron' | 'every'>(schedule?.every_seconds ? 'every' : 'cron');
  const [overlap, setOverlap] = useState<Schedule['overlap']>(schedule?.overlap ?? 'skip');
  const [catchUp, setCatchUp] = useState<Schedule['catch_up']>(schedule?.catch_up ?? 'none');
  return (
    <FormDialog
      onClose={onClose}
      title={schedule ? `Edit ${schedule.name}` : 'Create schedule'}
      action={schedule ? 'Save' : 'Create'}
      save={(text, form) => {
        const cost = text('max_cost_per_run');
        const body = {
          name: text('name'),
          agent_id: agentId,
          cron: kind === 'cron' ? text('cron') : null,
          every_seconds: kind === 'every' ? Number(text('every_seconds')) : null,
          ...(kind === 'cron' && { timezone: text('timezone') }),
          inputs: readInputTexts(form),
          overlap,
          catch_up: catchUp,
          max_cost_per_run: cost === '' ? null : Number(cost),
        };
        return schedule ? errand.schedules.update(schedule.id, body) : errand.schedules.create(body);
      }}
      onSaved={onSaved}
    >
      <Field label="Name" name="name">
        <Input required maxLength={255} defaultValue={schedule?.name} placeholder="Morning check" />
      </Field>
      <Field label="Agent" member="agent_id">
        <AgentSelect value={agentId} onChange={setAgentId} label="Agent" />
      </Field>
      <Field label="Due">
        <Select value={kind} onChange={setKind} options={kinds} label="Due" />
      </Field>
      {kind === 'cron' ? (
        <CronFields schedule={schedule} />
      ) : (
        <Field label="Interval in seconds" name="every_seconds">
          <Input required type="number" min={1} defaultValue={schedule?.every_seconds ?? 3_600} />
        </Field>
      )}
      {agentId !== '' && <InputTexts agentId={agentId} values={schedule?.inputs ?? {}} />}
      <Problem of="inputs" />
      <Field label="If the previous run is still running">
        <Select value={overlap} onChange={setOverlap} options={overlaps} label="If the previous run is still running" />
      </Field>
      <Field label="After an outage">
        <Select value={catchUp} onChange={setCatchUp} options={catchUps} label="After an outage" />
      </Field>
      <Field
        label="Cost limit per run"
        name="max_cost_per_run"
        optional
        description="In USD. A run that reaches it fails."
      >
        <Input type="number" min={0} step="any" defaultValue={schedule?.max_cost_per_run ?? ''} />
      </Field>
    </FormDialog>
  );
}

function CronFields({ schedule }: { schedule: Schedule | undefined }) {
  const zones = listTimeZones();
  const [pattern, setPattern] = useState(schedule?.cron ?? '30 7 * * *');
  const words = cronWords(pattern);
  return (
    <>
      <TextField
        label="Pattern"
        name="cron"
        description={
          <>
            Minute, hour, day of month, month, day of week. For example,{' '}
            <code className="text-code whitespace-nowrap">30 7 * * 1-5</code> is 7:30 on weekdays.
            <output className="mt-1 block">
              {words === undefined ? 'This is not a valid pattern yet.' : `Runs ${words}.`}
            </output>
          </>
        }
        required
        maxLength={200}
        value={pattern}
        onChange={(event) => setPattern(event.target.value)}
        mono
      />
      <Field label="Time zone" name="timezone">
        <Input required list="time-zones" defaultValue={schedule?.timezone ?? zones[0]} autoComplete="off" />
      </Field>
      <datalist id="time-zones">
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
