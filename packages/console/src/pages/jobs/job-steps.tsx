import type { Job, JobStep } from '@errand/sdk';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { Badge } from '../../design/badge.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { cx } from '../../design/cx.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { controlClass } from '../../design/field.tsx';
import { formatCost, formatDuration, formatNumber } from '../../design/format.ts';
import { counted } from '../../design/plural.ts';
import { useNow } from '../../design/relative-time.tsx';
import { readJobTimes } from './job-times.ts';
import { StepInspector } from './step-inspector.tsx';
import { filterSteps, layOutSteps, otherCost, runningSince, runningWords, sumSteps } from './step-rows.ts';
import { TraceRuler, ZoomButtons } from './trace-ruler.tsx';
import type { TraceWindow } from './trace-window.ts';
import { useJobProgress } from './use-job.ts';

const ROW_HEIGHT = 30;

type JobStepsProps = {
  job: Job;
  selected: string | undefined;
  canRun: boolean;
  /** The visible part of the time. */
  window: TraceWindow;
  onWindow(window: TraceWindow): void;
  onSelect(key: string | undefined): void;
  onRunFrom(seq: number): void;
};

/** Shows every recorded step as a bar in time, with tokens and cost that add up to the job's. */
export function JobSteps({ job, selected, canRun, window, onWindow, onSelect, onRunFrom }: JobStepsProps) {
  const [text, setText] = useState('');
  const [errorsOnly, setErrorsOnly] = useState(false);
  const now = useNow();
  const shown = useMemo(() => filterSteps(job.steps, { text, errorsOnly }), [job.steps, text, errorsOnly]);
  const sums = useMemo(() => sumSteps(job.steps), [job.steps]);
  const working = readJobTimes(job, now);
  const startMs = working.spans.find(({ kind }) => kind === 'working')?.startMs ?? working.endMs;
  const wholeMs = Math.max(1, working.endMs - startMs);
  const [fromMs, toMs] = [startMs + window.from * wholeMs, startMs + window.to * wholeMs];
  const rows = useMemo(() => layOutSteps(shown, fromMs, toMs), [shown, fromMs, toMs]);
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 20,
  });
  if (job.steps.length === 0) {
    if (job.display_status === 'running') return <RunningStep job={job} nowMs={now} />;
    return (
      <EmptyState title="No steps were recorded">
        {job.cache.hit
          ? 'The result came from the cache, so no steps were needed.'
          : 'Engines record a step for each model call, tool call or page visit. This job made none, or its data was deleted.'}
      </EmptyState>
    );
  }
  const step = job.steps.find(({ key }) => key === selected);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <input
          aria-label="Search steps"
          placeholder="Search steps"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={cx(controlClass, 'h-8 w-56!')}
        />
        <Checkbox label="Only failed" checked={errorsOnly} onChange={setErrorsOnly} />
        <ZoomButtons window={window} center={step && centerOf(step, startMs, wholeMs)} onChange={onWindow} />
        <span role="status" className="ml-auto text-muted">
          {shown.length === job.steps.length
            ? `${counted(job.steps.length, 'step')}`
            : `${formatNumber(shown.length)} of ${formatNumber(job.steps.length)} steps`}
        </span>
      </div>
      <div className="rounded-md border border-border">
        <div className={cx(gridClass, 'h-8 border-b border-border bg-surface text-xs font-medium text-muted')}>
          <span>Step</span>
          <TraceRuler window={window} wholeMs={wholeMs} onChange={onWindow} />
          <span className="text-right">Duration</span>
          <span className={cx('text-right', roomy)}>Tokens in / out</span>
          <span className="text-right">Cost</span>
        </div>
        <section ref={frame} tabIndex={0} aria-label="Steps" className="max-h-[28rem] overflow-y-auto">
          <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const row = rows[index]!;
              return (
                <button
                  key={row.step.key}
                  type="button"
                  aria-pressed={row.step.key === selected}
                  onClick={() => onSelect(row.step.key === selected ? undefined : row.step.key)}
                  className={cx(
                    gridClass,
                    'absolute h-[30px] w-full text-left hover:bg-hover aria-pressed:bg-accent-soft',
                  )}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <StepCells step={row.step} left={row.left} width={row.width} />
                </button>
              );
            })}
          </div>
        </section>
        {job.display_status === 'running' && <RunningStep job={job} nowMs={now} />}
        <SumOfSteps sums={sums} cost={job.cost} />
      </div>
      {selected !== undefined && step === undefined && (
        <p role="status" className="mt-3 text-muted">
          This job has no step <bdi className="font-mono text-code">{selected}</bdi>. The address may be of another job.
        </p>
      )}
      {step && (
        <StepInspector
          job={job}
          step={step}
          steps={shown.includes(step) ? shown : job.steps}
          canRun={canRun}
          onSelect={onSelect}
          onRunFrom={onRunFrom}
        />
      )}
    </div>
  );
}

/** A step is recorded at its end. Until then, this tells that one runs, and for how long. */
function RunningStep({ job, nowMs }: { job: Job; nowMs: number }) {
  const progress = useJobProgress(job.id);
  const name = [progress?.step, progress?.message, progress?.stage].find((one) => typeof one === 'string');
  return (
    <p role="status" className="flex items-center gap-2 border-t border-border px-3 py-1.5">
      <Badge tone="accent">running</Badge>
      <bdi className="min-w-0 truncate">{(name as string | undefined) ?? runningWords(job)}</bdi>
      <span className="ml-auto tabular-nums">{formatDuration(Math.max(0, nowMs - runningSince(job)))}</span>
    </p>
  );
}

const gridClass =
  'grid grid-cols-[minmax(0,1fr)_4rem_5rem] items-center gap-3 px-3 ' +
  'sm:grid-cols-[minmax(10rem,22rem)_minmax(6rem,1fr)_5.5rem_8rem_5.5rem]';
/** On phones the numbers replace the bars, and only the inspector shows the tokens. */
const roomy = 'max-sm:hidden';

/** Returns the middle of a step as a share of the whole time. */
const centerOf = (step: JobStep, startMs: number, wholeMs: number): number =>
  (Date.parse(step.started_at) + step.duration_ms / 2 - startMs) / wholeMs;

function StepCells({ step, left, width }: { step: JobStep; left: number; width: number }) {
  const failed = step.status === 'failed';
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <Badge tone={failed ? 'danger' : 'neutral'}>{failed ? `${step.kind} failed` : step.kind}</Badge>
        <bdi className="truncate">{step.name}</bdi>
        {step.reused_from !== null && <Badge>reused</Badge>}
      </span>
      <span aria-hidden className={cx('relative h-3', roomy)}>
        <span
          className={cx('absolute inset-y-0 rounded-sm', failed ? 'bg-chart-failed' : 'bg-chart-in-flight')}
          style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
        />
      </span>
      <span className="text-right tabular-nums">{formatDuration(step.duration_ms)}</span>
      <span className={cx('text-right text-muted tabular-nums', roomy)}>
        {step.input_tokens === null && step.output_tokens === null
          ? '–'
          : `${formatNumber(step.input_tokens ?? 0)} / ${formatNumber(step.output_tokens ?? 0)}`}
      </span>
      <span className="text-right tabular-nums">{formatCost(step.cost)}</span>
    </>
  );
}

function SumOfSteps({ sums, cost }: { sums: ReturnType<typeof sumSteps>; cost: Job['cost'] }) {
  const rest = otherCost(cost, sums);
  return (
    <div className={cx(gridClass, 'border-t border-border bg-surface py-1.5 font-medium')}>
      <span>
        Sum
        {rest !== 0 && <span className="font-normal text-muted"> (and {formatCost(rest)} for the result itself)</span>}
      </span>
      <span className={roomy} />
      <span className="text-right tabular-nums">{formatDuration(sums.workedMs)}</span>
      <span className={cx('text-right tabular-nums', roomy)}>
        {formatNumber(sums.inputTokens)} / {formatNumber(sums.outputTokens)}
      </span>
      <span className="text-right tabular-nums">
        {formatCost(sums.cost)}
        {rest !== 0 && <span className="sr-only"> of {formatCost(cost)}</span>}
      </span>
    </div>
  );
}
