import type { Budget } from '@errand/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Field, Input } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { formatCost } from '../../design/format.ts';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';
import { budgetActions } from './create-budget.tsx';

/** Changes the amount or the consequence of a budget. Its scope stays. */
export function ChangeBudget({ budget, onClose }: { budget: Budget; onClose(): void }) {
  const queryClient = useQueryClient();
  const [action, setAction] = useState(budget.action);
  const change = useMutation({
    meta: { quiet: true },
    mutationFn: (amount: number) => errand.budgets.update(budget.id, { amount, action }),
    onSuccess: async ({ name }) => {
      showToast(`Budget of ${name} changed`);
      await queryClient.invalidateQueries({ queryKey: keys.budgets() });
      onClose();
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Budget of ${budget.name}`}
      description={`${formatCost(budget.spent)} is spent this ${budget.period}.`}
      action="Change budget"
      busy={change.isPending}
      error={change.error}
      onSubmit={(form) => change.mutate(Number(form.get('amount')))}
    >
      {(problemOf) => (
        <>
          <Field label={`Amount (USD) a ${budget.period}`} error={problemOf('amount')}>
            <Input name="amount" type="number" min={0} step="any" required autoFocus defaultValue={budget.amount} />
          </Field>
          <Field label="Action">
            <Select value={action} options={budgetActions} onChange={setAction} />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
