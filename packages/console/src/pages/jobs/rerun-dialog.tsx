import type { Job } from '@errand/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { readAll } from '../../data/read-all.ts';
import { Button } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { plural } from '../../design/plural.ts';
import { ErrorText } from '../../design/save-form.tsx';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import { changedInputs } from './changed-inputs.ts';

type RerunDialogProps = { job: Job /** The step to begin with. */; fromSeq: number | undefined; onClose(): void };

/** Runs the job again: unchanged, with other inputs, another version or model, or from one of its steps on. */
export function RerunDialog({ job, fromSeq, onClose }: RerunDialogProps) {
  const navigate = useNavigate();
  const [versionId, setVersionId] = useState(job.agent_version_id);
  const [model, setModel] = useState('');
  const [from, setFrom] = useState(fromSeq === undefined ? '' : String(fromSeq));
  const [editsInputs, setEditsInputs] = useState(false);
  const [values, setValues] = useState(() => Object.fromEntries(job.job_inputs.map(({ key, value }) => [key, value])));
  const versions = useRead([...keys.versions(job.agent_id), 'all'], (options) =>
    readAll((paging) => errand.versions.list(job.agent_id, paging, options)),
  );
  const models = useRead(keys.models(), async (options) => (await errand.engines.models({}, options)).models);
  const inputs = editsInputs ? changedInputs(job.job_inputs, values) : {};
  const rerun = useChange(
    () =>
      errand.jobs.retry(job.id, {
        agent_version_id: versionId,
        ...(Object.keys(inputs).length > 0 && { inputs }),
        ...(model !== '' && { model }),
        ...(from !== '' && { from_step: Number(from) }),
      }),
    (id) => {
      onClose();
      showToast('Started again as a new job');
      void navigate({ to: '/jobs/$id', params: { id } });
    },
  );
  const taken = from === '' ? [] : job.steps.filter(({ seq, status }) => seq < Number(from) && status === 'succeeded');
  return (
    <Dialog
      open
      wide={editsInputs}
      onClose={onClose}
      title="Run this job again"
      description="A new job with the same inputs and metadata, unless you change them here. It skips the cache and is charged as usual."
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" busy={rerun.isPending} onClick={() => rerun.mutate()}>
            Run again
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Version">
          <Select
            label="Version"
            value={versionId}
            options={versionOptions(job, versions.data ?? [])}
            onChange={setVersionId}
          />
        </Field>
        {versions.isError && <p className="text-danger">The versions could not be loaded: {versions.error.message}</p>}
        <Field label="Model" description="Leave empty to use the model of the version." optional>
          <Input list="rerun-models" value={model} onChange={(event) => setModel(event.target.value.trim())} />
          <datalist id="rerun-models">
            {models.data?.map(({ id }) => (
              <option key={id} value={id} />
            ))}
          </datalist>
        </Field>
        {job.steps.length > 0 && (
          <Field
            label="Start from"
            description={
              from === ''
                ? 'Every step runs again.'
                : `Reuses ${taken.length} recorded ${plural(taken.length, 'step')} before it at no cost. People are asked again. Reused steps keep the inputs of the first job, whatever you change here.`
            }
          >
            <Select
              label="Start from"
              value={from}
              options={[
                { value: '', label: 'The first step' },
                ...job.steps.map(({ seq, name }) => ({ value: String(seq), label: `${seq}. ${name}` })),
              ]}
              onChange={setFrom}
            />
          </Field>
        )}
        {job.job_inputs.length > 0 && (
          <Checkbox label="Change the inputs" checked={editsInputs} onChange={setEditsInputs} />
        )}
        {editsInputs && <InputFields inputs={job.job_inputs} values={values} onChange={setValues} />}
        <ErrorText>{rerun.error?.message}</ErrorText>
      </div>
    </Dialog>
  );
}

type InputFieldsProps = {
  inputs: Job['job_inputs'];
  values: Record<string, string>;
  onChange(values: Record<string, string>): void;
};

const InputFields = ({ inputs, values, onChange }: InputFieldsProps) =>
  inputs.map(({ key, file_name: file }) => (
    <Field
      key={key}
      label={<bdi>{key}</bdi>}
      {...(file !== undefined && { description: `The file ${file}. Another one: its id.` })}
    >
      <Textarea
        rows={3}
        value={values[key] ?? ''}
        onChange={(event) => onChange({ ...values, [key]: event.target.value })}
        className="font-mono text-code"
      />
    </Field>
  ));

type Version = { id: string; version_name: string; base_agent: { current_version_id: string | null } };

function versionOptions(job: Job, found: Version[]) {
  const currentId = found[0]?.base_agent.current_version_id;
  const options = found.map(({ id, version_name: name }) => ({
    value: id,
    label: [name, id === currentId && 'current', id === job.agent_version_id && 'as before']
      .filter(Boolean)
      .join(' · '),
  }));
  if (options.some(({ value }) => value === job.agent_version_id)) return options;
  const name = job.agent_version_name ?? 'deleted version';
  return [{ value: job.agent_version_id, label: `${name} · as before` }, ...options];
}
