import type { AlertSettings } from '@errand/sdk';
import { useState } from 'react';
import { useChange, useRead } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field } from '../../design/field.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { AlertOperation } from './alert-operation.tsx';

/** Sets whether agents are watched, and where alerts go. */
export function AlertSettingsCard() {
  const settings = useRead(keys.alertSettings(), (options) => errand.alerts.settings(options));
  return (
    <Card title="Alert delivery">
      <QueryView query={settings} rows={3}>
        {(found) => <SettingsForm settings={found} />}
      </QueryView>
    </Card>
  );
}

function SettingsForm({ settings }: { settings: AlertSettings }) {
  const { can } = useAccess();
  const [draft, setDraft] = useState(settings);
  const webhooks = useRead(keys.webhooks(), (options) => errand.webhooks.list(options), { staleTime: 15_000 });
  const connections = useRead(keys.connectionLists(), (options) => errand.connections.list({ page: 1 }, options), {
    staleTime: 15_000,
  });
  const save = useChange(
    () => errand.alerts.setSettings(draft),
    (saved) => {
      queryClient.setQueryData(keys.alertSettings(), saved);
      showToast('Alert settings saved');
    },
  );
  const set = (change: Partial<AlertSettings>) => setDraft({ ...draft, ...change });
  const connection = connections.data?.results.find(({ id }) => id === draft.connection_id);
  const none = { value: '', label: 'None' };
  return (
    <div className="flex flex-col gap-4">
      <Checkbox
        label="Alert when an agent’s failures or latency leave their usual range"
        checked={draft.watches_agents}
        onChange={(watches_agents) => set({ watches_agents })}
      />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <Field label="Webhook" description="Receives a signed alert event.">
          <Select
            value={draft.webhook_id ?? ''}
            options={[none, ...(webhooks.data ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={(id: string) => set({ webhook_id: id || null })}
          />
        </Field>
        <Field label="Connection" description="For example Slack or email.">
          <Select
            value={draft.connection_id ?? ''}
            options={[none, ...(connections.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={(id: string) => set({ connection_id: id || null, operation: null, params: {} })}
          />
        </Field>
        {connection !== undefined && (
          <AlertOperation connectorType={connection.connector_type} settings={draft} onChange={set} />
        )}
      </div>
      {can('admin') && (
        <div>
          <Button variant="primary" busy={save.isPending} onClick={() => save.mutate()}>
            Save
          </Button>
        </div>
      )}
    </div>
  );
}
