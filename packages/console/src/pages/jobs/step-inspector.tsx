import { isFinalStatus, type Job, type JobStep, type StepDetail } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button, IconButton } from '../../design/button.tsx';
import { Facts } from '../../design/card.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { formatBytes, formatCost, formatDuration, formatMoment, formatNumber } from '../../design/format.ts';
import { QueryView } from '../../design/query-view.tsx';
import { shortId } from '../../design/short-id.ts';
import { SidePanel } from '../../design/side-panel.tsx';
import { JsonTree } from '../../json/json-tree.tsx';
import { errand } from '../../session/client.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { ArtifactView } from './artifact-view.tsx';
import { StepAnswerView, StepRequestView } from './step-messages.tsx';

type StepInspectorProps = {
  job: Job;
  step: JobStep;
  /** The steps in their listed order, to go from one to the next. */
  steps: readonly JobStep[];
  canRun: boolean;
  onSelect(key: string | undefined): void;
  onRunFrom(seq: number): void;
};

/** Shows one step in full: request, result, time and cost. Its URL opens it again. */
export function StepInspector({ job, step, steps, canRun, onSelect, onRunFrom }: StepInspectorProps) {
  const at = steps.findIndex(({ key }) => key === step.key);
  const go = (by: 1 | -1) => steps[at + by] && onSelect(steps[at + by]!.key);
  useShortcuts([
    { keys: ']', label: 'Next step', run: () => go(1) },
    { keys: '[', label: 'Previous step', run: () => go(-1) },
  ]);
  const query = useQuery({
    // A failed step may be repeated with another number.
    queryKey: keys.jobStep(job.id, step.seq),
    queryFn: ({ signal }) => errand.jobs.step(job.id, String(step.seq), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <SidePanel
      title={<bdi>{step.name}</bdi>}
      label={`Step ${step.name}`}
      onClose={() => onSelect(undefined)}
      actions={
        <>
          <IconButton
            label="Previous step"
            disabled={at <= 0}
            icon={<ChevronUp size={16} aria-hidden />}
            onClick={() => go(-1)}
          />
          <IconButton
            label="Next step"
            disabled={at < 0 || at >= steps.length - 1}
            icon={<ChevronDown size={16} aria-hidden />}
            onClick={() => go(1)}
          />
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <StepFacts job={job} step={step} />
        {step.error && (
          <p dir="auto" className="rounded-sm bg-danger-soft p-3 break-words text-danger">
            {step.error}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {isFinalStatus(job.status_code) && (
            <Button
              disabled={!canRun}
              title={canRun ? undefined : 'This needs the role member.'}
              icon={<RotateCw size={14} aria-hidden />}
              onClick={() => onRunFrom(step.seq)}
            >
              Run again from here…
            </Button>
          )}
          <CopyButton text={location.href} label="Copy the link to this step" />
        </div>
        <QueryView query={query}>{(detail) => <Detail key={detail.seq} job={job} detail={detail} />}</QueryView>
      </div>
    </SidePanel>
  );
}

function StepFacts({ job, step }: { job: Job; step: JobStep }) {
  const facts: [string, ReactNode][] = [
    ['Kind', step.kind],
    ['Status', step.status],
    ['Started', formatMoment(step.started_at)],
    ['Duration', formatDuration(step.duration_ms)],
    ['Cost', formatCost(step.cost)],
    ['Number', String(step.seq)],
    ['Key', <code key="key">{step.key}</code>],
  ];
  if (step.model) facts.splice(1, 0, ['Model', step.model]);
  if (step.input_tokens !== null || step.output_tokens !== null) {
    const cached = step.cached_input_tokens ? ` (${formatNumber(step.cached_input_tokens)} cached)` : '';
    facts.splice(-2, 0, [
      'Tokens',
      `${formatNumber(step.input_tokens ?? 0)} in${cached}, ${formatNumber(step.output_tokens ?? 0)} out`,
    ]);
  }
  if (step.reused_from !== null)
    facts.push([
      'Taken over from',
      <Link
        key="from"
        to="/jobs/$id"
        params={{ id: step.reused_from }}
        search={{ tab: 'steps', step: step.key }}
        className="text-accent hover:underline"
      >
        job {shortId(step.reused_from)}
      </Link>,
    ]);
  return <Facts key={job.id} facts={facts} />;
}

function Detail({ job, detail }: { job: Job; detail: StepDetail }) {
  const [isRaw, setIsRaw] = useState(false);
  return (
    <>
      {detail.retries.length > 0 && <Retries retries={detail.retries} />}
      <Part
        title="Request"
        action={
          <Button size="sm" aria-pressed={isRaw} onClick={() => setIsRaw(!isRaw)}>
            {isRaw ? 'Show as text' : 'Show as JSON'}
          </Button>
        }
      >
        {detail.request === null ? (
          <p className="text-muted">
            {detail.kind === 'compute'
              ? 'A computation of the engine: it asked nobody.'
              : 'Nothing is on record of what this step asked.'}
          </p>
        ) : isRaw ? (
          <JsonTree value={detail.request} label="Request" fileName={`${job.id}-${detail.seq}-request.json`} />
        ) : (
          <StepRequestView request={detail.request} />
        )}
      </Part>
      <Part title={detail.answer === null ? 'Result' : 'Answer'}>
        {detail.answer !== null && !isRaw ? (
          <StepAnswerView answer={detail.answer} />
        ) : detail.result === null ? (
          <p className="text-muted">
            {detail.result_bytes > 0
              ? `The result has ${formatBytes(detail.result_bytes)}, too much to be shown here.`
              : 'There is none.'}
          </p>
        ) : (
          <JsonTree value={detail.result} label="Result" fileName={`${job.id}-${detail.seq}-result.json`} />
        )}
      </Part>
      {detail.artifact_key && (
        <Part title="Artifact">
          <ArtifactView jobId={job.id} artifactKey={detail.artifact_key} />
        </Part>
      )}
    </>
  );
}

function Retries({ retries }: { retries: StepDetail['retries'] }) {
  return (
    <Part title={`Failed tries (${retries.length})`}>
      <ol className="flex flex-col gap-1">
        {retries.map((one) => (
          <li key={one.started_at} className="flex flex-wrap items-baseline gap-2">
            <Badge tone="warning">{formatDuration(one.duration_ms)}</Badge>
            <bdi className="min-w-0 flex-1 break-words">{one.error}</bdi>
            <span className="text-muted">{formatMoment(one.started_at)}</span>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}
