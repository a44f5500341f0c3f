import { type Agent, type AgentVersion, ErrandError, isFinalStatus, type Job } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { useAttemptKey } from '../../session/attempt-key.ts';
import { errand } from '../../session/client.ts';
import { useJob } from '../jobs/use-job.ts';
import { EarlierInputs } from '../run/earlier-inputs.tsx';
import { FillExamples } from '../run/fill-examples.tsx';
import { RunFields } from '../run/run-fields.tsx';
import { checkValues, emptyValue, keepValues, type RunValues, readKept, toInputs } from '../run/run-values.ts';
import type { Draft } from './draft.ts';
import { SampleResult } from './sample-result.tsx';

type SampleRunProps = {
  draft: Draft;
  /** The agent and the version the draft is based on. A new agent has none yet. */
  of: { agent: Agent; base: AgentVersion } | undefined;
  /** What stands in the way of a run. */
  problem: string | undefined;
  /** For a new agent: stores it, so that it can run. */
  onSave?: (() => void) | undefined;
  saving?: boolean | undefined;
};

type Started = { draft: string; current: string | undefined; content: string };

/** Runs the draft on sample inputs, beside the version that is current, before anybody else sees it. */
export function SampleRun({ draft, of, problem, onSave, saving }: SampleRunProps) {
  const place = of?.agent.id ?? `new.${draft.engineId}`;
  const [values, setValues] = useState<RunValues>(() => readKept(place));
  useEffect(() => keepValues(place, values), [place, values]);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [compares, setCompares] = useState(false);
  const [started, setStarted] = useState<Started>();
  const attempt = useAttemptKey();
  const region = useRef<HTMLElement>(null);
  const content = JSON.stringify([draft.inputs, draft.config]);
  const run = useMutation({
    meta: { quiet: true },
    async mutationFn({ agent, base }: { agent: Agent; base: AgentVersion }): Promise<Started> {
      const inputs = toInputs(draft.inputs, values);
      const body = { base_version_id: base.id, input_definitions: draft.inputs, engine_config: draft.config, inputs };
      const key = attempt.keyFor([body]);
      const sample = await errand.versions.sample(agent.id, body, { idempotencyKey: key });
      const current = compares ? await sampleCurrent(agent, inputs, key) : undefined;
      return { draft: sample.job_id, current, content };
    },
    onSettled: (_started, error) => attempt.settle(error),
    onSuccess: setStarted,
  });

  function start(): void {
    const found = checkValues(draft.inputs, values);
    setProblems(found);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      region.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus();
      return;
    }
    if (of !== undefined) run.mutate(of);
  }

  return (
    <section ref={region} aria-label="Sample run" className="flex min-w-0 flex-col gap-5 xl:sticky xl:top-16">
      <Card
        title="Sample run"
        actions={
          <div className="flex gap-2">
            <FillExamples definitions={draft.inputs} values={values} onValues={setValues} />
            {of && <EarlierInputs agentId={of.agent.id} onValues={setValues} />}
          </div>
        }
      >
        <div className="flex flex-col gap-4">
          <RunFields
            definitions={draft.inputs}
            values={values}
            errors={problems}
            onChange={(key, update) => setValues((old) => ({ ...old, [key]: update(old[key] ?? emptyValue) }))}
          />
          {of && (
            <Checkbox
              label="Also run the current version, and show what differs"
              checked={compares}
              onChange={setCompares}
            />
          )}
          {run.error && (
            <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger">
              {messageOf(run.error)}
            </p>
          )}
          <div className="flex flex-wrap items-center gap-3">
            {of ? (
              <Button
                busy={run.isPending}
                disabled={problem !== undefined}
                icon={<Play size={14} aria-hidden />}
                onClick={start}
              >
                Run this draft
              </Button>
            ) : (
              <Button busy={saving ?? false} icon={<Play size={14} aria-hidden />} onClick={onSave}>
                Create the agent and try it
              </Button>
            )}
            <span className="text-muted">
              {problem ??
                (of
                  ? 'Nothing is published, nobody is notified, and nothing is written elsewhere.'
                  : 'An agent must exist to run. Nobody uses it until you run or link it.')}
            </span>
          </div>
        </div>
      </Card>
      {started && <Samples key={started.draft} started={started} isOutdated={started.content !== content} />}
    </section>
  );
}

/** The current version on the same inputs. It gets only those that it has. */
async function sampleCurrent(agent: Agent, inputs: Record<string, unknown>, key: string): Promise<string> {
  const current = await errand.versions.get(agent.id, agent.current_version_id);
  const known = new Set(current.input_definitions.map((one) => one.key));
  const own = Object.fromEntries(Object.entries(inputs).filter(([name]) => known.has(name)));
  const body = { base_version_id: current.id, inputs: own };
  return (await errand.versions.sample(agent.id, body, { idempotencyKey: `${key}-current` })).job_id;
}

function messageOf(error: Error): string {
  const fields = error instanceof ErrandError ? Object.values(error.fields).flat() : [];
  return fields.length > 0 ? fields.join(' ') : error.message;
}

function Samples({ started, isOutdated }: { started: Started; isOutdated: boolean }) {
  const draft = useJob(started.draft);
  return (
    <>
      {isOutdated && (
        <p role="status" className="rounded-md bg-warning-soft p-3 text-warning">
          The draft has changed since this run. Run it again to see the effect.
        </p>
      )}
      {draft.data &&
        (started.current === undefined ? (
          <SampleResult job={draft.data} current={undefined} />
        ) : (
          <BesideCurrent draft={draft.data} currentId={started.current} />
        ))}
    </>
  );
}

function BesideCurrent({ draft, currentId }: { draft: Job; currentId: string }) {
  const current = useJob(currentId);
  const isOver = current.data !== undefined && isFinalStatus(current.data.status_code);
  return <SampleResult job={draft} current={isOver ? current.data : 'running'} />;
}
