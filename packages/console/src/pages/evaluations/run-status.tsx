import type { EvaluationRun } from '@errand/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Field, Input } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { formatNumber, formatPercent } from '../../design/format.ts';
import { errand } from '../../session/client.ts';

const tones = {
  pending: 'neutral',
  running: 'accent',
  done: 'positive',
  cancelled: 'warning',
  failed: 'danger',
} as const;

export const isUnderWay = ({ status }: Pick<EvaluationRun, 'status'>): boolean =>
  status === 'pending' || status === 'running';

/** Its status, and how far it is until it is done. */
export function RunStatus({ run }: { run: EvaluationRun }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Badge tone={tones[run.status]}>{run.status}</Badge>
      {run.status !== 'done' && (
        <span className="text-muted tabular-nums">
          {formatNumber(run.done)} of {formatNumber(run.total)}
        </span>
      )}
      {run.outdated && <Badge tone="warning">outdated</Badge>}
    </span>
  );
}

export const accuracyOf = (run: EvaluationRun): string =>
  run.scores === null ? '–' : formatPercent(run.scores.accuracy, 1);

/** Cancel while it is under way; resume when it ended before it was done. */
export function RunActions({ run }: { run: EvaluationRun }) {
  const queryClient = useQueryClient();
  const [isResuming, setIsResuming] = useState(false);
  const reload = () => queryClient.invalidateQueries({ queryKey: keys.evaluationSets() });
  const cancel = useMutation({ mutationFn: () => errand.evaluationRuns.cancel(run.id), onSuccess: reload });
  if (isUnderWay(run))
    return (
      <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel run
      </Button>
    );
  if (run.status !== 'cancelled') return null;
  return (
    <>
      <Button size="sm" onClick={() => setIsResuming(true)}>
        Resume…
      </Button>
      {isResuming && <ResumeDialog run={run} onDone={reload} onClose={() => setIsResuming(false)} />}
    </>
  );
}

type ResumeDialogProps = { run: EvaluationRun; onDone(): Promise<void>; onClose(): void };

function ResumeDialog({ run, onDone, onClose }: ResumeDialogProps) {
  const resume = useMutation({
    meta: { quiet: true },
    mutationFn: (form: FormData) => {
      const limit = String(form.get('max_cost') ?? '');
      return errand.evaluationRuns.resume(run.id, limit === '' ? {} : { max_cost: Number(limit) });
    },
    onSuccess: async () => {
      await onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Resume the run"
      description={`${run.reason ?? 'It was cancelled.'} What is answered is not asked again.`}
      action="Resume"
      busy={resume.isPending}
      error={resume.error}
      onSubmit={(form) => resume.mutate(form)}
    >
      {(problemOf) => (
        <Field label="Cost limit in USD" name="max_cost" optional error={problemOf('max_cost')}>
          <Input type="number" min={0} step="any" defaultValue={run.max_cost ?? ''} />
        </Field>
      )}
    </FormDialog>
  );
}
