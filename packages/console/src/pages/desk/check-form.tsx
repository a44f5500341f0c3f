import type { CaseCheck } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Facts } from '../../design/card.tsx';
import { Field, Textarea, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';

const answers = [
  { value: 'yes', label: 'Right' },
  { value: 'no', label: 'Wrong' },
] as const;

/** Says whether a decision was right. */
export function CheckForm({ check, onClose }: { check: CaseCheck; onClose(): void }) {
  const [agrees, setAgrees] = useState<'yes' | 'no'>('yes');
  return (
    <FormDialog
      onClose={onClose}
      title={`Second look at #${check.case_number}`}
      description={
        <>
          Read{' '}
          <Link to="/cases/$id" params={{ id: check.case_id }} target="_blank" className="text-accent underline">
            the case
          </Link>{' '}
          first. Nobody looks again at what they decided.
        </>
      }
      action="Save"
      save={(text) =>
        errand.caseChecks.decide(check.id, {
          agrees: agrees === 'yes',
          ...(agrees === 'no' && text('right_outcome') !== '' && { right_outcome: text('right_outcome') }),
          ...(text('comment') !== '' && { comment: text('comment') }),
        })
      }
      onSaved={async () => {
        onClose();
        await reload(keys.cases());
      }}
    >
      <Facts
        facts={[
          ['Decided', check.outcome],
          ['Reason', check.reason_code],
          ['By', check.decided_by.name],
        ]}
      />
      <Field label="The decision was" name="agrees">
        <Select value={agrees} options={answers} onChange={setAgrees} />
      </Field>
      {agrees === 'no' && <TextField label="Right outcome" name="right_outcome" optional maxLength={100} />}
      <Field label="Comment" name="comment" optional={agrees === 'yes'}>
        <Textarea name="comment" maxLength={20_000} required={agrees === 'no'} />
      </Field>
    </FormDialog>
  );
}
