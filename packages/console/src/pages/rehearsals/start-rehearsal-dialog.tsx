import type { Policy, Rehearsal } from '@errand/sdk';
import { useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Input, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { AgentSelect } from '../schedules/agent-select.tsx';

const NEWEST = { page_size: 100 };

type Props = { policy: Policy; onStarted(rehearsal: Rehearsal): void; onClose(): void };

/** Selects the version, the past cases and the cost limit. */
export function StartRehearsalDialog({ policy, onStarted, onClose }: Props) {
  const versions = useRead([...keys.policyVersions(policy.id), NEWEST], (options) =>
    errand.policyVersions.list(policy.id, NEWEST, options),
  );
  const [chosen, setChosen] = useState<string>();
  const [agentId, setAgentId] = useState('');
  const [gather, setGather] = useState(false);
  const versionId = chosen ?? versions.data?.results[0]?.id ?? '';
  return (
    <FormDialog
      onClose={onClose}
      title="Rehearse a version"
      description="Past cases are decided again on their stored evidence. Nobody is notified."
      action="Rehearse"
      save={(text) => {
        const moment = (name: string) => text(name) !== '' && { [name]: new Date(text(name)).toISOString() };
        return errand.rehearsals.create(policy.id, {
          version_id: versionId,
          filter: {
            limit: Number(text('limit')),
            ...(agentId !== '' && { agent_id: agentId }),
            ...moment('from'),
            ...moment('to'),
            ...(text('verdict') !== '' && { verdict: text('verdict') }),
          },
          ...(text('max_cost') !== '' && { max_cost: Number(text('max_cost')) }),
          ...(gather && { gather }),
        });
      }}
      onSaved={async (rehearsal) => {
        await reload(keys.rehearsals(policy.id));
        onStarted(rehearsal);
      }}
    >
      <Field label="Version" member="version_id">
        <Select
          label="Version"
          value={versionId}
          onChange={setChosen}
          options={(versions.data?.results ?? []).map(({ id, version_name: name }) => ({
            value: id,
            label: id === policy.current_version_id ? `${name} · current` : name,
          }))}
        />
      </Field>
      <Field label="Number of latest cases" name="limit" member="filter.limit">
        <Input type="number" required min={1} max={10_000} step={1} defaultValue={1_000} />
      </Field>
      <Field label="Agent" optional member="filter.agent_id">
        <AgentSelect label="Agent" value={agentId} onChange={setAgentId} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="From" name="from" optional member="filter.from">
          <Input type="datetime-local" />
        </Field>
        <Field label="To" name="to" optional member="filter.to">
          <Input type="datetime-local" />
        </Field>
        <Field label="Verdict" name="verdict" optional member="filter.verdict">
          <Input maxLength={1_000} />
        </Field>
        <TextField
          label="Cost limit in USD"
          name="max_cost"
          optional={!gather}
          required={gather}
          type="number"
          min={0}
          step="any"
        />
      </div>
      <Checkbox
        checked={gather}
        onChange={setGather}
        label="Read pages and tables again where a case lacks evidence that this version asks for"
      />
    </FormDialog>
  );
}
