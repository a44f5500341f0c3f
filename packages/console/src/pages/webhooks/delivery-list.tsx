import type { Delivery, Webhook } from '@errand/sdk';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import type { Column } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Select } from '../../design/select.tsx';
import { JobLink } from '../../lists/links.tsx';
import { PagedTable } from '../../lists/paged-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import { RecoverButton } from './recover-button.tsx';
import { useResend } from './use-resend.ts';
import { DeliveryBadge } from './webhook-state.tsx';

const statuses = [
  { value: '', label: 'All deliveries' },
  { value: 'pending', label: 'In flight' },
  { value: 'succeeded', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
] as const;
const eventWords: Record<string, string> = { job: 'job', test: 'test', resend: 'job (resent)' };

export function DeliveryList({ webhook, canWrite }: { webhook: Webhook; canWrite: boolean }) {
  const { status, delivery: opened } = useSearch({ from: '/shell/webhooks/$id' });
  const navigate = useNavigate({ from: '/webhooks/$id' });
  const resend = useResend(webhook.id);
  const list = useList(
    keys.deliveries(webhook.id, { status }),
    (paging, options) => errand.deliveries.list(webhook.id, { status, ...paging }, options),
    { refetchInterval: 3_000 },
  );
  const open = (id: string | undefined): void =>
    void navigate({ search: (before) => ({ ...before, delivery: id }), resetScroll: false });
  // The panel takes half of the page and shows the same columns.
  const onlyWide = (...columns: Column<Delivery>[]) => (opened === undefined ? columns : []);
  const columns: Column<Delivery>[] = [
    {
      header: 'Delivery',
      cell: (delivery) => (
        <DeliveryLink
          delivery={delivery}
          isOpen={delivery.id === opened}
          onToggle={() => open(delivery.id === opened ? undefined : delivery.id)}
        />
      ),
    },
    { header: 'Status', cell: (delivery) => <DeliveryBadge delivery={delivery} isActive={webhook.is_active} /> },
    { header: 'Job', cell: ({ job_id: id }) => <JobLink id={id} /> },
    { header: 'Attempts', numeric: true, cell: ({ attempt }) => attempt },
    {
      header: 'Response',
      numeric: true,
      cell: ({ response_status: code, error }) => code ?? (error ? 'none' : '–'),
    },
    { header: 'Created', at: ({ created_at: at }) => at },
    ...onlyWide(
      { header: 'Next attempt', at: ({ next_attempt_at: at }) => at, none: '–' },
      {
        actions: ({ id, kind }) =>
          canWrite &&
          kind !== 'test' && (
            <Button size="sm" busy={resend.isPending} onClick={() => resend.mutate(id)}>
              Resend
            </Button>
          ),
      },
    ),
  ];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="Status"
          className="w-44!"
          value={status ?? ''}
          options={statuses}
          onChange={(next: string) => void navigate({ search: { status: (next || undefined) as Delivery['status'] } })}
        />
        {canWrite && (
          <span className="ml-auto">
            <RecoverButton webhook={webhook} />
          </span>
        )}
      </div>
      <PagedTable
        label="Deliveries"
        list={{
          ...list,
          goTo: (page) => void navigate({ search: (before) => ({ ...before, page, delivery: undefined }) }),
        }}
        columns={columns}
        rowClass={({ id }) => (id === opened ? 'bg-accent-soft' : undefined)}
        empty={
          <EmptyState title={status ? 'No such deliveries' : 'Nothing has been sent yet'}>
            {status
              ? 'Choose another status above.'
              : 'Link an agent and run it, or send a test: every attempt appears here with its request and response.'}
          </EmptyState>
        }
      />
      {opened !== undefined && (
        <DeliveryPanel
          key={opened}
          webhook={webhook}
          deliveryId={opened}
          canWrite={canWrite}
          onClose={() => open(undefined)}
        />
      )}
    </div>
  );
}

type DeliveryLinkProps = { delivery: Delivery; isOpen: boolean; onToggle(): void };

const DeliveryLink = ({ delivery: { id, kind }, isOpen, onToggle }: DeliveryLinkProps) => (
  <Link
    from="/webhooks/$id"
    to="/webhooks/$id"
    search={(before) => ({ ...before, delivery: id })}
    resetScroll={false}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      onToggle();
    }}
    aria-expanded={isOpen}
    title={id}
    className="font-medium whitespace-nowrap text-accent hover:underline"
  >
    {eventWords[kind] ?? kind}
  </Link>
);
