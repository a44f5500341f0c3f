import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { readAll } from '../../data/read-all.ts';
import { Field, Textarea, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { AgentSelect } from '../schedules/agent-select.tsx';

/** Creates a set for an agent, or for the agents that use a policy. */
export function CreateSetDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  const [agentId, setAgentId] = useState('');
  const [policyId, setPolicyId] = useState('');
  const policies = useRead([...keys.policyList({ ordering: 'name' }), 'all'], (options) =>
    readAll((paging) => errand.policies.list({ ordering: 'name', ...paging }, options)),
  );
  return (
    <FormDialog
      onClose={onClose}
      title="New evaluation set"
      description="You add cases next."
      action="Create"
      save={(text) =>
        errand.evaluationSets.create({
          name: text('name'),
          description: text('description'),
          agent_id: agentId || null,
          policy_id: policyId || null,
        })
      }
      onSaved={async ({ id }) => {
        await reload(keys.evaluationSets());
        await navigate({ to: '/evaluations/$id', params: { id }, search: { tab: 'cases' } });
      }}
    >
      <TextField label="Name" name="name" required maxLength={255} />
      <Field label="Description" name="description" optional>
        <Textarea maxLength={20_000} name="description" />
      </Field>
      <Field label="Agent" optional member="agent_id">
        <AgentSelect value={agentId} onChange={setAgentId} label="Agent" />
      </Field>
      <Field label="Policy" optional description="For all agents that use the policy." member="policy_id">
        <Select
          label="Policy"
          value={policyId}
          onChange={setPolicyId}
          options={[
            { value: '', label: 'No policy' },
            ...(policies.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []),
          ]}
        />
      </Field>
    </FormDialog>
  );
}
