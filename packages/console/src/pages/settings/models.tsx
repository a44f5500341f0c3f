import { hasSucceeded, type OrganizationModels, type UsableModel } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { SaveForm } from '../../design/save-form.tsx';
import { Select } from '../../design/select.tsx';
import { showError, showToast } from '../../design/toast.ts';
import { ListSection } from '../../lists/list-section.tsx';
import { useList } from '../../lists/use-list.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { readChain, writeChain } from './read-chain.ts';

/** The models that the organization can use, and what it prefers of them. */
export function Models({ organizationId }: { organizationId: string }) {
  const list = useList(keys.usableModels(), (paging, options) => errand.models.list(paging, options));
  const { can } = useAccess();
  return (
    <div className="in-order flex flex-col gap-6">
      <ListSection
        label="Models"
        description="Bring your own keys as connections to OpenAI, Anthropic, Google or a model server. They come before the keys of the installation and cost no credits."
        list={list}
        empty={
          <EmptyState title="No models" command="errand models --try">
            Create a connection to a provider of models.
          </EmptyState>
        }
        rowKey={({ id }) => id}
        columns={[
          { header: 'Model', className: 'font-mono text-code', cell: nameOf },
          {
            header: 'Provider',
            cell: ({ provider, region }) => (region === null ? provider : `${provider}, ${region}`),
          },
          { header: 'Key', cell: ({ where }) => whose[where] },
          { header: 'Input, output', title: () => 'USD per million tokens', cell: pricesOf },
          { header: 'State', cell: stateOf, title: ({ state, description }) => (state === 'out' ? description : '') },
          { actions: (model) => can('member') && <TryButton model={model} /> },
        ]}
      />
      <Preferences organizationId={organizationId} />
    </div>
  );
}

const whose: Record<UsableModel['where'], string> = {
  house: 'of the installation',
  organization: 'your own',
  local: 'none (local)',
  'built-in': 'none (built in)',
};

const nameOf = ({ id, is_default: isDefault }: UsableModel) => (
  <>
    {id} {isDefault && <Badge>default</Badge>}
  </>
);

const pricesOf = ({ prices }: UsableModel) => (prices === null ? 'unknown' : `${prices.input}, ${prices.output}`);

const stateOf = ({ state }: UsableModel) => (
  <Badge tone={state === 'available' ? 'positive' : state === 'limited' ? 'warning' : 'danger'}>{state}</Badge>
);

function TryButton({ model: { id } }: { model: UsableModel }) {
  const trying = useMutation({
    meta: { quiet: true },
    mutationFn: async () => errand.jobs.wait((await errand.models.tryOut({ model: id })).job_id),
    onSuccess: (job) =>
      hasSucceeded(job.status_code)
        ? showToast(`${id} answers`, { description: `It took ${job.models.at(-1)?.ms ?? 0} ms.` })
        : showToast(`${id} does not answer`, { description: job.error_message ?? '' }),
    onError: (error) => showError(error, `${id} was not tried`),
    onSettled: () => reload(keys.usableModels()),
  });
  return (
    <Button size="sm" aria-label={`Try ${id}`} busy={trying.isPending} onClick={() => trying.mutate()}>
      Try
    </Button>
  );
}

const lanes: { value: OrganizationModels['batch_lane']; label: string }[] = [
  { value: 'off', label: 'Never' },
  { value: 'allowed', label: 'For runs that ask for it' },
  { value: 'preferred', label: 'For everything that can wait' },
];

function Preferences({ organizationId }: { organizationId: string }) {
  const settings = useRead(keys.modelSettings(), (options) => errand.models.settings(organizationId, options));
  return (
    <Card title="Settings">
      <QueryView query={settings}>
        {(current) => (
          <PreferencesForm key={JSON.stringify(current)} organizationId={organizationId} current={current} />
        )}
      </QueryView>
    </Card>
  );
}

function PreferencesForm({ organizationId, current }: { organizationId: string; current: OrganizationModels }) {
  const isAdmin = useAccess().can('admin');
  const [lane, setLane] = useState(current.batch_lane);
  const [isHouse, setIsHouse] = useState(current.allow_house_keys);
  return (
    <SaveForm
      action="Save"
      isPrimary
      isLocked={!isAdmin}
      hint="Only administrators change this."
      save={(text) =>
        errand.models.setSettings(organizationId, {
          default_model: text('default_model') || null,
          chain: readChain(text('chain')),
          allow_house_keys: isHouse,
          batch_lane: lane,
        })
      }
      onSaved={() => {
        showToast('Saved', { description: 'It holds for model calls from now on.' });
        return Promise.all([reload(keys.usableModels()), reload(keys.modelSettings())]);
      }}
    >
      <Field label="Default model" name="default_model" description="For agents that select none.">
        <Input
          name="default_model"
          placeholder="The default of the installation"
          defaultValue={current.default_model ?? ''}
        />
      </Field>
      <Field
        label="Substitutes"
        name="chain"
        description="Asked in order when the model of an agent cannot answer, unless the agent lists its own. One a line, with reasons after a bar: gpt-4.1 | outage, refusal."
      >
        <Textarea name="chain" rows={3} defaultValue={writeChain(current.chain)} />
      </Field>
      <Checkbox
        checked={isHouse && current.house_keys}
        onChange={setIsHouse}
        disabled={!current.house_keys}
        label={`Use the keys of the installation${current.house_keys ? '' : ' (the operator does not allow it)'}`}
      />
      <Field label="Half-price lane" description="Providers answer later, at about half the price.">
        <Select value={lane} options={lanes} onChange={setLane} />
      </Field>
    </SaveForm>
  );
}
