import { ConflictError } from '@errand/sdk';
import { type ReactNode, useState } from 'react';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Textarea } from '../../design/field.tsx';
import { showToast } from '../../design/toast.ts';

/** Whether the version may pass its gate, and what the request says to it. */
type Passage = { mayPass: boolean; isProposal: boolean; body: { override_reason?: string } };

type PromoteDialogProps = {
  /** The name of the version. */
  name: string;
  isOlder: boolean;
  passage: Passage;
  /** What the gate asks for, and how the version stands. */
  gate: ReactNode;
  /** Whom it affects. */
  description: string;
  isReasonOptional?: boolean;
  promote(body: { reason?: string; override_reason?: string }): Promise<unknown>;
  /** Told when the version is current. */
  onPromoted(): unknown;
  onClose(): void;
  /** What will change. */
  children: ReactNode;
};

/** Makes a newer or older version of anything current, if its gate lets it pass. Shows what changes, and asks why. */
export function PromoteDialog(props: PromoteDialogProps) {
  const { name, isOlder, passage, gate, description, isReasonOptional = false, onClose, children } = props;
  const [reason, setReason] = useState('');
  const promote = useChange(
    () => props.promote({ ...(reason.trim() !== '' && { reason: reason.trim() }), ...passage.body }),
    async () => {
      if (!passage.isProposal) return props.onPromoted();
      showToast(`${name} is proposed`, { description: 'Somebody else has to approve it.' });
      await reload(keys.promotions());
      onClose();
    },
    'quiet',
  );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={isOlder ? `Roll back to “${name}”` : `Promote “${name}”`}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={promote.isPending}
            disabled={(reason.trim() === '' && !isReasonOptional) || !passage.mayPass}
            onClick={() => promote.mutate()}
          >
            {passage.isProposal ? 'Propose' : isOlder ? 'Roll back' : 'Promote'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Reason" optional={isReasonOptional} description="Recorded in the audit log.">
          <Textarea
            className="min-h-14"
            required={!isReasonOptional}
            maxLength={1_000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {promote.isError && (
          <p role="alert" className="text-danger">
            {promote.error.message}
            {promote.error instanceof ConflictError && ' Close this dialog and check the current version.'}
          </p>
        )}
        {gate}
        {children}
      </div>
    </Dialog>
  );
}
