import type { EvaluationSet } from '@errand/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Field, Input } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { type Option, Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { AgentSelect } from '../schedules/agent-select.tsx';

const CURRENT: Option<string> = { value: '', label: 'Current version' };
const NEWEST = { page_size: 100 };

/** Runs a version on all cases. Default: the current versions. */
export function StartRunDialog({ set, onClose }: { set: EvaluationSet; onClose(): void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate({ from: '/evaluations/$id' });
  const [agentId, setAgentId] = useState(set.agent_id ?? '');
  const [versionId, setVersionId] = useState('');
  const [policyVersionId, setPolicyVersionId] = useState('');
  const versions = useQuery({
    queryKey: keys.versions(agentId, NEWEST),
    queryFn: ({ signal }) => errand.versions.list(agentId, NEWEST, { signal }),
    enabled: agentId !== '',
  });
  const policyId = set.policy_id ?? '';
  const policyVersions = useQuery({
    queryKey: keys.policyVersions(policyId, 1),
    queryFn: ({ signal }) => errand.policyVersions.list(policyId, NEWEST, { signal }),
    enabled: policyId !== '',
  });
  const start = useMutation({
    meta: { quiet: true },
    mutationFn: (form: FormData) => {
      const read = (name: string): string => String(form.get(name) ?? '').trim();
      return errand.evaluationSets.run(set.id, {
        ...(versionId !== '' && { agent_version_id: versionId }),
        ...(policyVersionId !== '' && { policy_version_id: policyVersionId }),
        ...(read('model') !== '' && { model: read('model') }),
        ...(read('max_cost') !== '' && { max_cost: Number(read('max_cost')) }),
        ...(read('repeats') !== '' && { repeats: Number(read('repeats')) }),
      });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keys.evaluationSet(set.id) });
      onClose();
      await navigate({ search: { tab: 'runs' } });
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Start a run"
      description="Each case runs as one job. These jobs send no webhooks, start no other agents, ask nobody and skip the cache."
      action="Start"
      busy={start.isPending}
      error={start.error}
      onSubmit={(form) => start.mutate(form)}
    >
      {(problemOf) => (
        <>
          {set.agent_id === null && (
            <Field label="Agent" optional error={problemOf('agent_id')}>
              <AgentSelect
                label="Agent"
                value={agentId}
                onChange={(id) => {
                  setAgentId(id);
                  setVersionId('');
                }}
              />
            </Field>
          )}
          <Field label="Version of the agent" error={problemOf('agent_version_id')}>
            <Select
              label="Version of the agent"
              value={versionId}
              onChange={setVersionId}
              options={optionsOf(versions.data?.results)}
            />
          </Field>
          {policyId !== '' && (
            <Field label="Version of the policy" error={problemOf('policy_version_id')}>
              <Select
                label="Version of the policy"
                value={policyVersionId}
                onChange={setPolicyVersionId}
                options={optionsOf(policyVersions.data?.results)}
              />
            </Field>
          )}
          <Field
            label="Model"
            name="model"
            optional
            description="Use this model instead of the version’s own. A run with another model does not open a gate."
            error={problemOf('model')}
          >
            <Input />
          </Field>
          <Field label="Cost limit in USD" name="max_cost" optional error={problemOf('max_cost')}>
            <Input type="number" min={0} step="any" />
          </Field>
          <Field
            label="Repeats"
            name="repeats"
            optional
            description="How many times each case runs. The majority decides."
            error={problemOf('repeats')}
          >
            <Input type="number" min={1} />
          </Field>
          {problemOf('inputs') !== undefined && <p className="text-danger">{problemOf('inputs')}</p>}
        </>
      )}
    </FormDialog>
  );
}

const optionsOf = (versions: readonly { id: string; version_name: string }[] = []): Option<string>[] => [
  CURRENT,
  ...versions.map(({ id, version_name: name }) => ({ value: id, label: name })),
];
