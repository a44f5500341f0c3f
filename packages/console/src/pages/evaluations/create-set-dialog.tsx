import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { readAll } from '../../data/read-all.ts';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { AgentSelect } from '../schedules/agent-select.tsx';

/** Creates a set for an agent, or for the agents that use a policy. */
export function CreateSetDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [agentId, setAgentId] = useState('');
  const [policyId, setPolicyId] = useState('');
  const policies = useQuery({
    queryKey: [...keys.policyList({ ordering: 'name' }), 'all'],
    queryFn: ({ signal }) => readAll((paging) => errand.policies.list({ ordering: 'name', ...paging }, { signal })),
  });
  const create = useMutation({
    meta: { quiet: true },
    mutationFn: (form: FormData) =>
      errand.evaluationSets.create({
        name: String(form.get('name')),
        description: String(form.get('description') ?? ''),
        agent_id: agentId || null,
        policy_id: policyId || null,
      }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: keys.evaluationSets() });
      await navigate({ to: '/evaluations/$id', params: { id }, search: { tab: 'cases' } });
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="New evaluation set"
      description="You add cases next."
      action="Create"
      busy={create.isPending}
      error={create.error}
      onSubmit={(form) => create.mutate(form)}
    >
      {(problemOf) => (
        <>
          <Field label="Name" name="name" error={problemOf('name')}>
            <Input required maxLength={255} />
          </Field>
          <Field label="Description" name="description" optional error={problemOf('description')}>
            <Textarea maxLength={20_000} name="description" />
          </Field>
          <Field label="Agent" optional error={problemOf('agent_id')}>
            <AgentSelect value={agentId} onChange={setAgentId} label="Agent" />
          </Field>
          <Field
            label="Policy"
            optional
            description="For all agents that use the policy."
            error={problemOf('policy_id')}
          >
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
        </>
      )}
    </FormDialog>
  );
}
