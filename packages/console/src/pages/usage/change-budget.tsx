import type { Budget } from '@errand/sdk';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Field, Input } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { formatCost } from '../../design/format.ts';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import { budgetActions } from './create-budget.tsx';

/** Changes the amount or the consequence of a budget. Its scope stays. */
export function ChangeBudget({ budget, onClose }: { budget: Budget; onClose(): void }) {
  const [action, setAction] = useState(budget.action);
  return (
    <FormDialog
      onClose={onClose}
      title={`Budget of ${budget.name}`}
      description={`${formatCost(budget.spent)} is spent this ${budget.period}.`}
      action="Change budget"
      save={(text) => errand.budgets.update(budget.id, { amount: Number(text('amount')), action })}
      onSaved={async ({ name }) => {
        showToast(`Budget of ${name} changed`);
        await reload(keys.budgets());
        onClose();
      }}
    >
      <Field label={`Amount (USD) a ${budget.period}`} name="amount">
        <Input type="number" min={0} step="any" required autoFocus defaultValue={budget.amount} />
      </Field>
      <Field label="Action">
        <Select value={action} options={budgetActions} onChange={setAction} />
      </Field>
    </FormDialog>
  );
}
