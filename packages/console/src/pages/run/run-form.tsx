import type { Agent, AgentVersion } from '@errand/sdk';
import { Play } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { type CopiedCall, copyItems } from '../../design/copy-as.ts';
import { MoreMenu } from '../../design/menu.tsx';
import { Select } from '../../design/select.tsx';
import { Estimate } from '../versions/version-figures.tsx';
import { EarlierInputs } from './earlier-inputs.tsx';
import { FillExamples } from './fill-examples.tsx';
import { RunFields } from './run-fields.tsx';
import { RunOptions } from './run-options.tsx';
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
  /** The server's message about the last attempt. */
  error: string | undefined;
  onRun(submission: Submission): void;
};

/** The form of a run. When the version changes, inputs of the same name keep their values. */
export function RunForm({ agent, version, versions, onVersion, busy, error, onRun }: RunFormProps) {
  const [values, setValues] = useState<RunValues>(() => readKept(agent.id));
  useEffect(() => keepValues(agent.id, values), [agent.id, values]);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [mode, setMode] = useState<Mode>('background');
  const [skipCache, setSkipCache] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const definitions = version.input_definitions;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // The keyboard can submit the form even while its button is disabled.
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
        <FillExamples definitions={definitions} values={values} onValues={setValues} />
        <EarlierInputs agentId={agent.id} onValues={setValues} />
      </div>
      <RunOptions
        version={version}
        versions={versions}
        onVersion={onVersion}
        metadataProblem={problems.metadata}
        skipCache={skipCache}
        onSkipCache={setSkipCache}
      />
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
        <MoreMenu items={copyItems(() => copiedRun(agent, toInputs(definitions, values)))} />
        <span className="text-faint max-sm:hidden">Ctrl Enter</span>
        <Estimate agentId={agent.id} versionId={version.id} />
      </div>
    </form>
  );
}

const copiedRun = (agent: Agent, inputs: Submission['inputs']): CopiedCall => ({
  method: 'POST',
  path: `/v1/agents/run/${agent.id}/`,
  body: { inputs },
  command: ['run', agent.name, ...Object.entries(inputs).map(([key, value]) => `${key}=${String(value)}`)],
});
