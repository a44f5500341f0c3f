import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { readAll } from '../../data/read-all.ts';
import { Field, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { allAgents } from '../../session/all-agents.ts';
import { errand } from '../../session/client.ts';

const scopes = { organization: 'The whole organization', agent: 'One agent', key: 'One API key' };
const periods = { day: 'Day', month: 'Month' };
const actions = { warn: 'Alert at 80 % and 100 %', stop: 'Alert, and refuse new jobs at 100 %' };

const optionsOf = <T extends string>(words: Record<T, string>) =>
  (Object.entries(words) as [T, string][]).map(([value, label]) => ({ value, label }));

export const budgetActions = optionsOf(actions);

export function CreateBudget({ onClose }: { onClose(): void }) {
  const { organization } = useAccess();
  const [scope, setScope] = useState<keyof typeof scopes>('organization');
  const [period, setPeriod] = useState<keyof typeof periods>('day');
  const [action, setAction] = useState<keyof typeof actions>('warn');
  const [subject, setSubject] = useState('');
  const agents = useQuery({ ...allAgents(), enabled: scope === 'agent' });
  const apiKeys = useRead(
    [...keys.apiKeys(), 'budgets'],
    (options) => readAll((paging) => errand.apiKeys.list(organization!.id, paging, options)),
    { enabled: scope === 'key' && organization !== undefined },
  );
  const subjects = (scope === 'agent' ? agents.data : scope === 'key' ? apiKeys.data : []) ?? [];
  const chosen = subjects.some(({ id }) => id === subject) ? subject : (subjects[0]?.id ?? '');
  return (
    <FormDialog
      onClose={onClose}
      title="New budget"
      description="Spending is updated every 30 seconds, so a stop can come slightly late."
      action="Set budget"
      save={(text) =>
        errand.budgets.create({
          scope,
          period,
          amount: Number(text('amount')),
          action,
          ...(scope === 'agent' && { agent_id: chosen }),
          ...(scope === 'key' && { key_id: chosen }),
        })
      }
      onSaved={async ({ name }) => {
        showToast(`Budget of ${name} set`);
        await reload(keys.budgets());
        onClose();
      }}
    >
      <Field label="For">
        <Select value={scope} options={optionsOf(scopes)} onChange={setScope} />
      </Field>
      {scope !== 'organization' && (
        <Field label={scope === 'agent' ? 'Agent' : 'API key'} member={`${scope}_id`}>
          <Select
            value={chosen}
            options={subjects.map(({ id, name }) => ({ value: id, label: name || id }))}
            onChange={setSubject}
          />
        </Field>
      )}
      <TextField label="Amount (USD)" name="amount" type="number" min={0} step="any" required autoFocus />
      <Field label="Period">
        <Select value={period} options={optionsOf(periods)} onChange={setPeriod} />
      </Field>
      <Field label="Action">
        <Select value={action} options={budgetActions} onChange={setAction} />
      </Field>
    </FormDialog>
  );
}
