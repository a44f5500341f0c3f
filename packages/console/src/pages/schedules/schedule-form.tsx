import type { Schedule } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Field, Input } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { AgentSelect } from './agent-select.tsx';
import { InputTexts, readInputTexts } from './input-texts.tsx';
import { cronWords, listTimeZones } from './timing.ts';

export const overlaps = [
  { value: 'skip', label: 'Skip the new run' },
  { value: 'queue', label: 'Start it when the previous one ends' },
  { value: 'cancel_previous', label: 'Cancel the previous run' },
] as const;
export const catchUps = [
  { value: 'none', label: 'Start nothing for missed times' },
  { value: 'one', label: 'Start the last missed run' },
] as const;

type ScheduleFormProps = {
  open: boolean;
  onClose(): void;
  onSaved(schedule: Schedule): void;
  /** The schedule to change. Without it, a new one is created. */
  schedule?: Schedule;
};

export function ScheduleForm({ open, onClose, onSaved, schedule }: ScheduleFormProps) {
  const [agentId, setAgentId] = useState(schedule?.agent_id ?? '');
  const [kind, setKind] = useState<'cron' | 'every'>(schedule?.every_seconds ? 'every' : 'cron');
  const [overlap, setOverlap] = useState<Schedule['overlap']>(schedule?.overlap ?? 'skip');
  const [catchUp, setCatchUp] = useState<Schedule['catch_up']>(schedule?.catch_up ?? 'none');
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: (form: FormData) => {
      const cost = String(form.get('max_cost_per_run')).trim();
      const body = {
        name: String(form.get('name')).trim(),
        agent_id: agentId,
        cron: kind === 'cron' ? String(form.get('cron')).trim() : null,
        every_seconds: kind === 'every' ? Number(form.get('every_seconds')) : null,
        ...(kind === 'cron' && { timezone: String(form.get('timezone')).trim() }),
        inputs: readInputTexts(form),
        overlap,
        catch_up: catchUp,
        max_cost_per_run: cost === '' ? null : Number(cost),
      };
      return schedule ? errand.schedules.update(schedule.id, body) : errand.schedules.create(body);
    },
    onSuccess: onSaved,
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={schedule ? `Edit ${schedule.name}` : 'Create schedule'}
      action={schedule ? 'Save' : 'Create'}
      busy={save.isPending}
      error={save.error}
      onSubmit={(form) => save.mutate(form)}
    >
      {(problem) => (
        <>
          <Field label="Name" name="name" error={problem('name')}>
            <Input required maxLength={255} defaultValue={schedule?.name} placeholder="Morning check" />
          </Field>
          <Field label="Agent" error={problem('agent_id')}>
            <AgentSelect value={agentId} onChange={setAgentId} label="Agent" />
          </Field>
          <Field label="Due">
            <Select
              value={kind}
              onChange={setKind}
              options={[
                { value: 'cron', label: 'At set times (cron)' },
                { value: 'every', label: 'At a fixed interval' },
              ]}
              label="Due"
            />
          </Field>
          {kind === 'cron' ? (
            <CronFields schedule={schedule} problem={problem} />
          ) : (
            <Field label="Interval in seconds" name="every_seconds" error={problem('every_seconds')}>
              <Input required type="number" min={1} defaultValue={schedule?.every_seconds ?? 3_600} />
            </Field>
          )}
          {agentId !== '' && <InputTexts agentId={agentId} values={schedule?.inputs ?? {}} />}
          {problem('inputs') && (
            <p role="alert" className="text-danger">
              {problem('inputs')}
            </p>
          )}
          <Field label="If the previous run is still running">
            <Select
              value={overlap}
              onChange={setOverlap}
              options={overlaps}
              label="If the previous run is still running"
            />
          </Field>
          <Field label="After an outage">
            <Select value={catchUp} onChange={setCatchUp} options={catchUps} label="After an outage" />
          </Field>
          <Field
            label="Cost limit per run"
            name="max_cost_per_run"
            optional
            error={problem('max_cost_per_run')}
            description="In USD. A run that reaches it fails."
          >
            <Input type="number" min={0} step="any" defaultValue={schedule?.max_cost_per_run ?? ''} />
          </Field>
        </>
      )}
    </FormDialog>
  );
}

type CronFieldsProps = { schedule: Schedule | undefined; problem(field: string): string | undefined };

function CronFields({ schedule, problem }: CronFieldsProps) {
  const zones = listTimeZones();
  const [pattern, setPattern] = useState(schedule?.cron ?? '30 7 * * *');
  const words = cronWords(pattern);
  return (
    <>
      <Field
        label="Pattern"
        name="cron"
        error={problem('cron')}
        description={
          <>
            Minute, hour, day of month, month, day of week. For example,{' '}
            <code className="text-code whitespace-nowrap">30 7 * * 1-5</code> is 7:30 on weekdays.
            <output className="mt-1 block">
              {words === undefined ? 'This is not a valid pattern yet.' : `Runs ${words}.`}
            </output>
          </>
        }
      >
        <Input
          required
          maxLength={200}
          value={pattern}
          onChange={(event) => setPattern(event.target.value)}
          className="font-mono text-code"
        />
      </Field>
      <Field label="Time zone" name="timezone" error={problem('timezone')}>
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
