import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Input, Textarea, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { showToast } from '../../design/toast.ts';
import { allAgents } from '../../session/all-agents.ts';
import { errand } from '../../session/client.ts';
import { readHeaders } from './read-headers.ts';

/** Creates a webhook. The server generates the secret, which the webhook's page shows. */
export function CreateWebhook({ open, onClose }: { open: boolean; onClose(): void }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const agents = useQuery({ ...allAgents(), enabled: open });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Create webhook"
      action="Create"
      save={async (text) => {
        const secret = text('secret');
        const webhook = await errand.webhooks.create({
          name: text('name'),
          url: text('url'),
          headers: readHeaders(text('headers')),
          ...(secret !== '' && { secret }),
        });
        if (chosen.size > 0) await errand.webhooks.link(webhook.id, { agent_ids: [...chosen] });
        return webhook;
      }}
      onSaved={async ({ id }) => {
        showToast('Webhook created', { description: 'Copy its secret to your receiver, then send a test.' });
        await reload(keys.webhooks());
        setChosen(new Set());
        await navigate({ to: '/webhooks/$id', params: { id } });
      }}
    >
      <TextField label="Name" name="name" required maxLength={255} placeholder="Invoices to the ERP" />
      <Field
        label="URL"
        name="url"
        description="Gets a POST for every finished job. It must respond with 2xx within 15 seconds."
      >
        <Input required type="url" maxLength={500} placeholder="https://example.com/hooks/errand" />
      </Field>
      <fieldset>
        <legend className="mb-1 font-medium">Agents</legend>
        <p className="mb-1.5 text-muted">Jobs of these agents are sent. More can be linked later.</p>
        <div className="flex max-h-40 flex-col overflow-y-auto rounded-sm border border-border px-2.5 py-1">
          {agents.data?.map((agent) => (
            <Checkbox
              key={agent.id}
              label={<bdi>{agent.name}</bdi>}
              checked={chosen.has(agent.id)}
              onChange={(checked) => {
                const next = new Set(chosen);
                if (checked) next.add(agent.id);
                else next.delete(agent.id);
                setChosen(next);
              }}
            />
          ))}
          {agents.data?.length === 0 && <p className="py-1 text-muted">There are no agents yet.</p>}
        </div>
      </fieldset>
      <Field label="Secret" name="secret" optional description="Leave empty to generate a strong one.">
        <Input maxLength={255} autoComplete="off" className="font-mono text-code" />
      </Field>
      <Field
        label="Headers"
        name="headers"
        optional
        description="Sent with each delivery, one per line: X-Tenant: blue"
      >
        <Textarea className="font-mono text-code" />
      </Field>
    </FormDialog>
  );
}
