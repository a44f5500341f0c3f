import { useState } from 'react';
import { useChange } from '../../data/queries.ts';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { isUnderWay, type Run } from './run-status.tsx';

type RunActionsProps = {
  run: Run;
  what: string;
  cancel(): Promise<unknown>;
  resume(limit: { max_cost?: number }): Promise<unknown>;
  onDone(): Promise<void>;
};

/** Offers Cancel while it runs, and Resume if it was cancelled. */
export function RunActions({ run, what, cancel, resume, onDone }: RunActionsProps) {
  const [isResuming, setIsResuming] = useState(false);
  const cancelling = useChange(cancel, onDone);
  const close = () => setIsResuming(false);
  if (isUnderWay(run))
    return (
      <Button size="sm" busy={cancelling.isPending} onClick={() => cancelling.mutate()}>
        Cancel {what}
      </Button>
    );
  if (run.status !== 'cancelled') return null;
  return (
    <>
      <Button size="sm" onClick={() => setIsResuming(true)}>
        Resume…
      </Button>
      <FormDialog
        open={isResuming}
        onClose={close}
        title={`Resume the ${what}`}
        description={`${run.reason ?? 'It was cancelled.'} What is answered is not asked again.`}
        action="Resume"
        save={(text) => resume(text('max_cost') === '' ? {} : { max_cost: Number(text('max_cost')) })}
        onSaved={async () => {
          await onDone();
          close();
        }}
      >
        <TextField
          label="Cost limit in USD"
          name="max_cost"
          optional
          type="number"
          min={0}
          step="any"
          defaultValue={run.max_cost ?? ''}
        />
      </FormDialog>
    </>
  );
}
