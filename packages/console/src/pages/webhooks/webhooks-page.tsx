import type { Webhook } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { CreateWebhook } from './create-webhook.tsx';
import { WebhookStateBadge } from './webhook-state.tsx';

export function WebhooksPage() {
  const { create } = useSearch({ from: '/shell/webhooks' });
  const navigate = useNavigate({ from: '/webhooks' });
  const { can } = useAccess();
  const webhooks = useQuery({
    queryKey: keys.webhooks(),
    queryFn: ({ signal }) => errand.webhooks.list({ signal }),
    refetchInterval: 10_000,
  });
  const open = (isOpen: boolean) => void navigate({ search: isOpen ? { create: true } : {} });
  const button = (
    <Button
      variant="primary"
      icon={<Plus size={14} aria-hidden />}
      disabled={!can('member')}
      title={can('member') ? undefined : 'This needs the role member.'}
      onClick={() => open(true)}
    >
      Create webhook
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Notify another system when a job ends: one signed POST per job of the linked agents."
        actions={button}
      />
      <QueryView query={webhooks}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No webhooks yet" actions={button}>
              Enter the URL of your receiver and link agents. Every finished job is posted there, signed as Standard
              Webhooks and retried for three days.
            </EmptyState>
          ) : (
            <WebhookTable webhooks={list} />
          )
        }
      </QueryView>
      <CreateWebhook open={create === true} onClose={() => open(false)} />
    </>
  );
}

function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  return (
    <Table label="Webhooks">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>State</Th>
          <Th>URL</Th>
          <Th>Last sent</Th>
          <Th>Last success</Th>
          <Th>Last failure</Th>
          <Th numeric>Failures in a row</Th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <Tr key={webhook.id} className="relative">
            <Td>
              <Link
                to="/webhooks/$id"
                params={{ id: webhook.id }}
                className="font-medium text-accent after:absolute after:inset-0 hover:underline"
              >
                <bdi>{webhook.name}</bdi>
              </Link>
            </Td>
            <Td>
              <WebhookStateBadge webhook={webhook} />
            </Td>
            <Td className="max-w-80 truncate font-mono text-code" title={webhook.url}>
              {webhook.url}
            </Td>
            <Td>
              <RelativeTime at={webhook.last_triggered_at} />
            </Td>
            <Td>
              <RelativeTime at={webhook.last_success_at} />
            </Td>
            <Td>
              <RelativeTime at={webhook.last_failure_at} />
            </Td>
            <Td numeric>{webhook.failure_count}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
