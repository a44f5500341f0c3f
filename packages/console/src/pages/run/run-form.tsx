import type { Agent, AgentVersion } from '@errand/sdk';
import { Play } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { Estimate } from '../versions/version-figures.tsx';
import { EarlierInputs } from './earlier-inputs.tsx';
import { RunFields } from './run-fields.tsx';
import { checkValues, emptyValue, keepValues, type RunValues, readKept, readMetadata, toInputs } from './run-values.ts';

export type Mode = 'background' | 'wait';
export type Submission = {
  inputs: Record<string, string | string[]>;
  metadata: Record<string, unknown> | undefined;
  mode: Mode;
  skipCache: boolean;
  timeoutSeconds: number | undefined;
  maxCost: number | undefined;
};

type RunFormProps = {
  agent: Agent;
  version: AgentVersion;
  versions: readonly AgentVersion[];
  onVersion(id: string): void;
  busy: boolean;
  /** What the server said about the last try. */
  error: string | undefined;
  onRun(submission: Submission): void;
};

/** Everything a run takes. Values stay when the version changes: inputs of the same name keep theirs. */
export function RunForm({ agent, version, versions, onVersion, busy, error, onRun }: RunFormProps) {
  const [values, setValues] = useState<RunValues>(() => readKept(agent.id));
  useEffect(() => keepValues(agent.id, values), [agent.id, values]);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [mode, setMode] = useState<Mode>('background');
  const [skipCache, setSkipCache] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const definitions = version.input_definitions;
  const examples = definitions.filter(({ example, key }) => example && (values[key]?.text ?? '') === '');

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // Keys reach the form also while its button is at rest.
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const found = checkValues(definitions, values);
    let metadata: Record<string, unknown> | undefined;
    try {
      metadata = readMetadata(String(data.get('metadata') ?? ''));
    } catch (problem) {
      found.metadata = (problem as Error).message;
    }
    setProblems(found);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus();
      return;
    }
    const number = (name: string) => Number(data.get(name)) || undefined;
    onRun({
      inputs: toInputs(definitions, values),
      metadata,
      mode,
      skipCache,
      timeoutSeconds: number('timeout'),
      maxCost: number('max_cost'),
    });
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
      }}
      className="flex flex-col gap-5"
    >
      <RunFields
        definitions={definitions}
        values={values}
        errors={problems}
        onChange={(key, update) => setValues((old) => ({ ...old, [key]: update(old[key] ?? emptyValue) }))}
      />
      <div className="flex flex-wrap gap-2">
        {examples.length > 0 && (
          <Button
            size="sm"
            onClick={() =>
              setValues((old) => ({
                ...old,
                ...Object.fromEntries(examples.map(({ key, example = '' }) => [key, { text: example, uploads: [] }])),
              }))
            }
          >
            Fill in the examples
          </Button>
        )}
        <EarlierInputs agentId={agent.id} onValues={setValues} />
      </div>
      <details className="rounded-md border border-border p-3" open={problems.metadata !== undefined || undefined}>
        <summary className="cursor-pointer font-medium">Options</summary>
        <div className="mt-3 flex flex-col gap-4">
          <Field label="Version" description="The current version by default.">
            <Select
              value={version.id}
              onChange={onVersion}
              options={versions.map((one) => ({
                value: one.id,
                label: `${one.version_name}${one.id === one.base_agent.current_version_id ? ' (current)' : ''}`,
              }))}
            />
          </Field>
          <Field
            label="Metadata"
            name="metadata"
            optional
            error={problems.metadata}
            description="A JSON object stored with the job."
          >
            <Textarea rows={2} className="font-mono text-code" placeholder='{"case": "A-17"}' />
          </Field>
          <div className="grid grid-cols-2 gap-4">
            <Field label="Time limit in seconds" name="timeout" optional>
              <Input type="number" min={1} max={7200} />
            </Field>
            <Field label="Cost limit in USD" name="max_cost" optional>
              <Input type="number" min={0} step="any" />
            </Field>
          </div>
          <Checkbox checked={skipCache} onChange={setSkipCache} label="Run again even if the result is cached" />
        </div>
      </details>
      {error !== undefined && (
        <p role="alert" className="rounded-md bg-danger-soft p-3 text-md text-danger">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={busy} icon={<Play size={14} aria-hidden />}>
          Run
        </Button>
        <Select
          label="How to run"
          className="w-auto!"
          value={mode}
          onChange={setMode}
          options={[
            { value: 'background', label: 'In the background, with live steps' },
            { value: 'wait', label: 'Wait for the result' },
          ]}
        />
        <span className="text-faint">Ctrl Enter</span>
        <Estimate agentId={agent.id} versionId={version.id} />
      </div>
    </form>
  );
}
