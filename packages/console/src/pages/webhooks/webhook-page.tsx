import type { Webhook } from '@errand/sdk';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { ConfirmDialog, DeleteDialog } from '../../design/dialog.tsx';
import { MoreMenu } from '../../design/menu.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryPage } from '../../design/query-view.tsx';
import { SwitchButton, SwitchedOff } from '../../design/switch-button.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { DeliveryList } from './delivery-list.tsx';
import { LinkedAgents } from './linked-agents.tsx';
import { SignatureLab } from './signature-lab.tsx';
import { TestWebhook } from './test-webhook.tsx';
import type { WebhookTab } from './webhook-search.ts';
import { WebhookSettings } from './webhook-settings.tsx';
import { WebhookStateBadge } from './webhook-state.tsx';

const crumbs = [{ label: 'Webhooks', to: '/webhooks' }];

export function WebhookPage() {
  const { id } = useParams({ from: '/shell/webhooks/$id' });
  const webhook = useRead(keys.webhook(id), (options) => errand.webhooks.get(id, options), { refetchInterval: 5_000 });
  return (
    <QueryPage query={webhook} title="Webhook" id={id} crumbs={crumbs}>
      {(found) => <WebhookView key={id} webhook={found} />}
    </QueryPage>
  );
}

function WebhookView({ webhook }: { webhook: Webhook }) {
  const { tab = 'deliveries' } = useSearch({ from: '/shell/webhooks/$id' });
  const navigate = useNavigate({ from: '/webhooks/$id' });
  const { can } = useAccess();
  const [asking, setAsking] = useState<'rotate' | 'delete'>();
  const canWrite = can('member');
  const put = (changed: Webhook) => queryClient.setQueryData(keys.webhook(webhook.id), changed);
  const close = () => setAsking(undefined);
  return (
    <>
      <PageHeader
        title={webhook.name}
        id={webhook.id}
        crumbs={crumbs}
        badge={<WebhookStateBadge webhook={webhook} />}
        description={<code className="text-code break-all">{webhook.url}</code>}
        actions={
          canWrite && (
            <>
              <TestWebhook webhookId={webhook.id} />
              <SwitchButton
                isOn={webhook.is_active}
                change={(isOn) => errand.webhooks.update(webhook.id, { is_active: isOn }).then(put)}
                hint="Recover held deliveries under Deliveries."
              />
              <MoreMenu
                items={[
                  { label: 'Rotate secret…', onSelect: () => setAsking('rotate') },
                  'separator',
                  { label: 'Delete…', danger: true, onSelect: () => setAsking('delete') },
                ]}
              />
            </>
          )
        }
      />
      <SwitchedOff what="webhook" reason={webhook.disabled_reason}>
        Its deliveries are kept. Fix the receiver, switch the webhook on, then recover what failed.
      </SwitchedOff>
      <Tabs
        label="Parts of the webhook"
        value={tab}
        onChange={(next: WebhookTab) => void navigate({ search: { tab: next }, replace: true })}
        tabs={[
          { value: 'deliveries', label: 'Deliveries', content: <DeliveryList webhook={webhook} canWrite={canWrite} /> },
          { value: 'agents', label: 'Agents', content: <LinkedAgents webhookId={webhook.id} canWrite={canWrite} /> },
          { value: 'settings', label: 'Settings', content: <WebhookSettings webhook={webhook} canWrite={canWrite} /> },
          { value: 'signature', label: 'Signature check', content: <SignatureLab secret={webhook.secret} /> },
        ]}
      />
      <ConfirmDialog
        open={asking === 'rotate'}
        onClose={close}
        title="Rotate the secret?"
        description="A new secret is created. For 24 hours every delivery carries both signatures, so your receiver can switch in between."
        action="Rotate"
        onConfirm={async () => put(await errand.webhooks.rotateSecret(webhook.id))}
        failed="The secret was not rotated"
        onDone={() => {
          showToast('New secret created', { description: 'Copy it to your receiver within 24 hours.' });
          return navigate({ search: { tab: 'settings' } });
        }}
      />
      <DeleteDialog
        open={asking === 'delete'}
        onClose={close}
        what="webhook"
        name={webhook.name}
        description="Nothing more is sent, and its deliveries disappear from the list. Unlink its agents first. This cannot be undone."
        onDelete={() => errand.webhooks.delete(webhook.id)}
        onDone={async () => {
          await queryClient.invalidateQueries({ queryKey: keys.webhooks(), exact: true });
          await navigate({ to: '/webhooks' });
        }}
      />
    </>
  );
}
