import type { Webhook } from '@errand/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { Menu } from '../../design/menu.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { showError, showToast } from '../../design/toast.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { DeliveryList } from './delivery-list.tsx';
import { LinkedAgents } from './linked-agents.tsx';
import { SignatureLab } from './signature-lab.tsx';
import { TestWebhook } from './test-webhook.tsx';
import type { WebhookTab } from './webhook-search.ts';
import { WebhookSettings } from './webhook-settings.tsx';
import { WebhookStateBadge } from './webhook-state.tsx';

export function WebhookPage() {
  const { id } = useParams({ from: '/shell/webhooks/$id' });
  const webhook = useQuery({
    queryKey: keys.webhook(id),
    queryFn: ({ signal }) => errand.webhooks.get(id, { signal }),
    refetchInterval: 5_000,
  });
  if (webhook.data) return <WebhookView key={id} webhook={webhook.data} />;
  return (
    <>
      <PageHeader title="Webhook" id={id} crumbs={[{ label: 'Webhooks', to: '/webhooks' }]} />
      {webhook.isError ? <ErrorCard error={webhook.error} onRetry={() => void webhook.refetch()} /> : <Skeleton />}
    </>
  );
}

function WebhookView({ webhook }: { webhook: Webhook }) {
  const { tab = 'deliveries' } = useSearch({ from: '/shell/webhooks/$id' });
  const navigate = useNavigate({ from: '/webhooks/$id' });
  const queryClient = useQueryClient();
  const { can } = useAccess();
  const [asking, setAsking] = useState<'rotate' | 'delete'>();
  const canWrite = can('member');
  const put = (changed: Webhook) => queryClient.setQueryData(keys.webhook(webhook.id), changed);
  const toggle = useMutation({
    mutationFn: (isActive: boolean) => errand.webhooks.update(webhook.id, { is_active: isActive }),
    onSuccess: (changed) => {
      put(changed);
      showToast(changed.is_active ? 'Switched on' : 'Switched off', {
        undo: () => toggle.mutate(!changed.is_active),
        ...(changed.is_active && { description: 'Recover held deliveries under Deliveries.' }),
      });
    },
  });
  return (
    <>
      <PageHeader
        title={webhook.name}
        id={webhook.id}
        crumbs={[{ label: 'Webhooks', to: '/webhooks' }]}
        badge={<WebhookStateBadge webhook={webhook} />}
        description={<code className="text-code break-all">{webhook.url}</code>}
        actions={
          canWrite && (
            <>
              <TestWebhook webhookId={webhook.id} />
              <Button busy={toggle.isPending} onClick={() => toggle.mutate(!webhook.is_active)}>
                {webhook.is_active ? 'Switch off' : 'Switch on'}
              </Button>
              <Menu
                trigger={<IconButton label="More actions" icon={<Ellipsis size={16} aria-hidden />} />}
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
      {webhook.disabled_reason !== null && (
        <div role="alert" className="mb-4 rounded-md border border-danger bg-danger-soft p-4 text-md">
          <strong>The service switched this webhook off:</strong> {webhook.disabled_reason} Its deliveries are kept. Fix
          the receiver, switch the webhook on, then recover what failed.
        </div>
      )}
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
        onClose={() => setAsking(undefined)}
        title="Rotate the secret?"
        description="A new secret is created. For 24 hours every delivery carries both signatures, so your receiver can switch in between."
        action="Rotate"
        onConfirm={async () => {
          put(await errand.webhooks.rotateSecret(webhook.id).catch(failed('The secret was not rotated')));
          showToast('New secret created', { description: 'Copy it to your receiver within 24 hours.' });
          await navigate({ search: { tab: 'settings' } });
        }}
      />
      <ConfirmDialog
        open={asking === 'delete'}
        onClose={() => setAsking(undefined)}
        title={`Delete ${webhook.name}?`}
        description="Nothing more is sent, and its deliveries disappear from the list. Unlink its agents first. This cannot be undone."
        action="Delete webhook"
        danger
        onConfirm={async () => {
          await errand.webhooks.delete(webhook.id).catch(failed('The webhook was not deleted'));
          showToast('Webhook deleted');
          await queryClient.invalidateQueries({ queryKey: keys.webhooks(), exact: true });
          await navigate({ to: '/webhooks' });
        }}
      />
    </>
  );
}

const failed = (what: string) => (error: unknown) => {
  showError(error, what);
  throw error;
};
