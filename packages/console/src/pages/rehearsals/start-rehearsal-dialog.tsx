import type { Policy, Rehearsal } from '@errand/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Field, Input } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { AgentSelect } from '../schedules/agent-select.tsx';

const NEWEST = { page_size: 100 };

type Props = { policy: Policy; onStarted(rehearsal: Rehearsal): void; onClose(): void };

/** Selects the version, the past cases and the cost limit. */
export function StartRehearsalDialog({ policy, onStarted, onClose }: Props) {
  const queryClient = useQueryClient();
  const versions = useQuery({
    queryKey: [...keys.policyVersions(policy.id, 1), NEWEST],
    queryFn: ({ signal }) => errand.policyVersions.list(policy.id, NEWEST, { signal }),
  });
  const [chosen, setChosen] = useState<string>();
  const [agentId, setAgentId] = useState('');
  const versionId = chosen ?? versions.data?.results[0]?.id ?? '';
  const start = useMutation({
    meta: { quiet: true },
    mutationFn: (form: FormData) => {
      const read = (name: string): string => String(form.get(name) ?? '').trim();
      const moment = (name: string) => read(name) !== '' && { [name]: new Date(read(name)).toISOString() };
      return errand.rehearsals.create(policy.id, {
        version_id: versionId,
        filter: {
          limit: Number(read('limit')),
          ...(agentId !== '' && { agent_id: agentId }),
          ...moment('from'),
          ...moment('to'),
          ...(read('verdict') !== '' && { verdict: read('verdict') }),
        },
        ...(read('max_cost') !== '' && { max_cost: Number(read('max_cost')) }),
      });
    },
    onSuccess: async (rehearsal) => {
      await queryClient.invalidateQueries({ queryKey: keys.rehearsals(policy.id) });
      onStarted(rehearsal);
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Rehearse a version"
      description="Past cases are decided again on their stored evidence. Nothing is fetched, and nobody is notified."
      action="Rehearse"
      busy={start.isPending}
      error={start.error}
      onSubmit={(form) => start.mutate(form)}
    >
      {(problemOf) => (
        <>
          <Field label="Version" error={problemOf('version_id')}>
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
          <Field label="Number of latest cases" name="limit" error={problemOf('filter.limit')}>
            <Input type="number" required min={1} max={10_000} step={1} defaultValue={1_000} />
          </Field>
          <Field label="Agent" optional error={problemOf('filter.agent_id')}>
            <AgentSelect label="Agent" value={agentId} onChange={setAgentId} />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="From" name="from" optional error={problemOf('filter.from')}>
              <Input type="datetime-local" />
            </Field>
            <Field label="To" name="to" optional error={problemOf('filter.to')}>
              <Input type="datetime-local" />
            </Field>
            <Field label="Verdict" name="verdict" optional error={problemOf('filter.verdict')}>
              <Input maxLength={1_000} />
            </Field>
            <Field label="Cost limit in USD" name="max_cost" optional error={problemOf('max_cost')}>
              <Input type="number" min={0} step="any" />
            </Field>
          </div>
        </>
      )}
    </FormDialog>
  );
}
