import { keys } from '../../data/query-keys.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { RowLink } from '../../lists/links.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useCreate } from '../../lists/use-create.tsx';
import { useWholeList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { CreateWebhook } from './create-webhook.tsx';
import { WebhookStateBadge } from './webhook-state.tsx';

export function WebhooksPage() {
  const create = useCreate('Create webhook');
  const list = useWholeList(keys.webhooks(), (options) => errand.webhooks.list(options), { refetchInterval: 10_000 });
  return (
    <ListPage
      title="Webhooks"
      description="Notify another system when a job ends: one signed POST per job of the linked agents."
      actions={create.button}
      list={list}
      empty={
        <EmptyState
          title="No webhooks yet"
          actions={create.button}
          command="errand webhooks create ERP https://example.com/errand --agent Greeting"
        >
          Enter the URL of your receiver and link agents. Every finished job is posted there, signed as Standard
          Webhooks and retried for three days.
        </EmptyState>
      }
      columns={[
        { header: 'Name', cell: ({ id, name }) => <RowLink to={`/webhooks/${id}`}>{name}</RowLink> },
        { header: 'State', cell: (webhook) => <WebhookStateBadge webhook={webhook} /> },
        {
          header: 'URL',
          className: 'max-w-80 truncate font-mono text-code',
          title: ({ url }) => url,
          cell: ({ url }) => url,
        },
        { header: 'Last sent', at: ({ last_triggered_at: at }) => at },
        { header: 'Last success', at: ({ last_success_at: at }) => at },
        { header: 'Last failure', at: ({ last_failure_at: at }) => at },
        { header: 'Failures in a row', numeric: true, cell: ({ failure_count: count }) => count },
      ]}
    >
      <CreateWebhook open={create.isOpen} onClose={create.close} />
    </ListPage>
  );
}
