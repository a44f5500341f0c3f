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

/** The common members of evaluation runs and rehearsals. */
type Trial = Pick<EvaluationRun, 'status' | 'done' | 'total' | 'reason' | 'max_cost'>;

/** Shows the status, and the progress until it is done. */
export function TrialStatus({ trial }: { trial: Pick<Trial, 'status' | 'done' | 'total'> }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Badge tone={tones[trial.status]}>{trial.status}</Badge>
      {trial.status !== 'done' && (
        <span className="text-muted tabular-nums">
          {formatNumber(trial.done)} of {formatNumber(trial.total)}
        </span>
      )}
    </span>
  );
}

export const RunStatus = ({ run }: { run: EvaluationRun }) => (
  <span className="inline-flex items-center gap-2">
    <TrialStatus trial={run} />
    {run.outdated && <Badge tone="warning">outdated</Badge>}
  </span>
);

export const accuracyOf = (run: EvaluationRun): string =>
  run.scores === null ? '–' : formatPercent(run.scores.accuracy, 1);

export function RunActions({ run }: { run: EvaluationRun }) {
  const queryClient = useQueryClient();
  return (
    <TrialActions
      trial={run}
      what="run"
      onCancel={() => errand.evaluationRuns.cancel(run.id)}
      onResume={(limit) => errand.evaluationRuns.resume(run.id, limit)}
      onDone={() => queryClient.invalidateQueries({ queryKey: keys.evaluationSets() })}
    />
  );
}

type TrialActionsProps = {
  trial: Trial;
  what: string;
  onCancel(): Promise<unknown>;
  onResume(limit: { max_cost?: number }): Promise<unknown>;
  onDone(): Promise<void>;
};

/** Offers Cancel while it runs, and Resume if it was cancelled. */
export function TrialActions({ trial, what, onCancel, onResume, onDone }: TrialActionsProps) {
  const [isResuming, setIsResuming] = useState(false);
  const cancel = useMutation({ mutationFn: onCancel, onSuccess: onDone });
  if (isUnderWay(trial))
    return (
      <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel {what}
      </Button>
    );
  if (trial.status !== 'cancelled') return null;
  return (
    <>
      <Button size="sm" onClick={() => setIsResuming(true)}>
        Resume…
      </Button>
      {isResuming && (
        <ResumeDialog
          trial={trial}
          what={what}
          onResume={onResume}
          onDone={onDone}
          onClose={() => setIsResuming(false)}
        />
      )}
    </>
  );
}

type ResumeDialogProps = Omit<TrialActionsProps, 'onCancel'> & { onClose(): void };

function ResumeDialog({ trial, what, onResume, onDone, onClose }: ResumeDialogProps) {
  const resume = useMutation({
    meta: { quiet: true },
    mutationFn: (form: FormData) => {
      const limit = String(form.get('max_cost') ?? '');
      return onResume(limit === '' ? {} : { max_cost: Number(limit) });
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
      title={`Resume the ${what}`}
      description={`${trial.reason ?? 'It was cancelled.'} What is answered is not asked again.`}
      action="Resume"
      busy={resume.isPending}
      error={resume.error}
      onSubmit={(form) => resume.mutate(form)}
    >
      {(problemOf) => (
        <Field label="Cost limit in USD" name="max_cost" optional error={problemOf('max_cost')}>
          <Input type="number" min={0} step="any" defaultValue={trial.max_cost ?? ''} />
        </Field>
      )}
    </FormDialog>
  );
}
