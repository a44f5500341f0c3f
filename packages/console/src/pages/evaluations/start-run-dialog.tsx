import type { EvaluationSet } from '@errand/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Field, Input, Problem, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { type Option, Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { AgentSelect } from '../schedules/agent-select.tsx';

const CURRENT: Option<string> = { value: '', label: 'Current version' };
const NEWEST = { page_size: 100 };

/** Runs a version on all cases. Default: the current versions. */
export function StartRunDialog({ set, onClose }: { set: EvaluationSet; onClose(): void }) {
  const navigate = useNavigate({ from: '/evaluations/$id' });
  const [agentId, setAgentId] = useState(set.agent_id ?? '');
  const [versionId, setVersionId] = useState('');
  const [policyVersionId, setPolicyVersionId] = useState('');
  const versions = useRead(
    keys.versions(agentId, NEWEST),
    (options) => errand.versions.list(agentId, NEWEST, options),
    { enabled: agentId !== '' },
  );
  const policyId = set.policy_id ?? '';
  const policyVersions = useRead(
    [...keys.policyVersions(policyId), NEWEST],
    (options) => errand.policyVersions.list(policyId, NEWEST, options),
    { enabled: policyId !== '' },
  );
  return (
    <FormDialog
      onClose={onClose}
      title="Start a run"
      description="Each case runs as one job. These jobs send no webhooks, start no other agents, ask nobody and skip the cache."
      action="Start"
      save={(text) => {
        return errand.evaluationSets.run(set.id, {
          ...(versionId !== '' && { agent_version_id: versionId }),
          ...(policyVersionId !== '' && { policy_version_id: policyVersionId }),
          ...(text('model') !== '' && { model: text('model') }),
          ...(text('max_cost') !== '' && { max_cost: Number(text('max_cost')) }),
          ...(text('repeats') !== '' && { repeats: Number(text('repeats')) }),
        });
      }}
      onSaved={async () => {
        await reload(keys.evaluationSet(set.id));
        onClose();
        await navigate({ search: { tab: 'runs' } });
      }}
    >
      {set.agent_id === null && (
        <Field label="Agent" optional member="agent_id">
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
      <Field label="Version of the agent" member="agent_version_id">
        <Select
          label="Version of the agent"
          value={versionId}
          onChange={setVersionId}
          options={optionsOf(versions.data?.results)}
        />
      </Field>
      {policyId !== '' && (
        <Field label="Version of the policy" member="policy_version_id">
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
      >
        <Input />
      </Field>
      <TextField label="Cost limit in USD" name="max_cost" optional type="number" min={0} step="any" />
      <Field label="Repeats" name="repeats" optional description="How many times each case runs. The majority decides.">
        <Input type="number" min={1} />
      </Field>
      <Problem of="inputs" />
    </FormDialog>
  );
}

const optionsOf = (versions: readonly { id: string; version_name: string }[] = []): Option<string>[] => [
  CURRENT,
  ...versions.map(({ id, version_name: name }) => ({ value: id, label: name })),
];
