import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Input } from '../../design/field.tsx';

export type RunOptions = { useAdmin: boolean; maxCost: number | undefined };

type RunDialogProps = {
  /** Words that destroy; empty: none. */
  destructive: string[];
  startsAgents: boolean;
  onClose(): void;
  onRun(options: RunOptions): void;
};

/** Asked before a text destroys something or spends money. */
export function RunDialog({ destructive, startsAgents, onClose, onRun }: RunDialogProps) {
  const [limit, setLimit] = useState('1');
  const maxCost = startsAgents && limit !== '' ? Number(limit) : undefined;
  const isValid = maxCost === undefined || maxCost > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={destructive.length > 0 ? 'This changes tables permanently' : 'This starts agents'}
      description={
        destructive.length > 0
          ? `The SQL contains ${destructive.join(', ')}. Removed data cannot be restored.`
          : 'One job per distinct row, at the normal cost. Cached results cost nothing.'
      }
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant={destructive.length > 0 ? 'danger' : 'primary'}
            disabled={!isValid}
            onClick={() => onRun({ useAdmin: destructive.length > 0, maxCost })}
          >
            {destructive.length > 0 ? 'Run it' : 'Start'}
          </Button>
        </>
      }
    >
      {startsAgents && (
        <Field
          label="Spend at most (USD)"
          description="No more jobs start once this is reached. Empty: limited only by the organization's credits."
        >
          <Input type="number" min={0.01} step="any" value={limit} onChange={(event) => setLimit(event.target.value)} />
        </Field>
      )}
    </Dialog>
  );
}
