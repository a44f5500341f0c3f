import type { Delivery, Webhook } from '@errand/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Select } from '../../design/select.tsx';
import { shortId } from '../../design/short-id.ts';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { errand } from '../../session/client.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import { RecoverButton } from './recover-button.tsx';
import { useResend } from './use-resend.ts';
import { DeliveryBadge } from './webhook-state.tsx';

const PAGE_SIZE = 25;

export function DeliveryList({ webhook, canWrite }: { webhook: Webhook; canWrite: boolean }) {
  const { status, page = 1, delivery: opened } = useSearch({ from: '/shell/webhooks/$id' });
  const navigate = useNavigate({ from: '/webhooks/$id' });
  const filter = { status, page, page_size: PAGE_SIZE };
  const deliveries = useQuery({
    queryKey: keys.deliveries(webhook.id, filter),
    queryFn: ({ signal }) => errand.deliveries.list(webhook.id, filter, { signal }),
    refetchInterval: 3_000,
    placeholderData: keepPreviousData,
  });
  const open = (id: string | undefined): void =>
    void navigate({ search: (before) => ({ ...before, delivery: id }), resetScroll: false });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="Status"
          className="w-44!"
          value={status ?? ''}
          options={[
            { value: '', label: 'All deliveries' },
            { value: 'pending', label: 'In flight' },
            { value: 'succeeded', label: 'Delivered' },
            { value: 'failed', label: 'Failed' },
          ]}
          onChange={(next: string) => void navigate({ search: { status: (next || undefined) as Delivery['status'] } })}
        />
        {canWrite && (
          <span className="ml-auto">
            <RecoverButton webhook={webhook} />
          </span>
        )}
      </div>
      <QueryView query={deliveries}>
        {(data) =>
          data.results.length === 0 ? (
            <EmptyState title={status ? 'No such deliveries' : 'Nothing has been sent yet'}>
              {status
                ? 'Choose another status above.'
                : 'Link an agent and run it, or send a test: every attempt appears here with its request and response.'}
            </EmptyState>
          ) : (
            <>
              <DeliveryTable
                webhook={webhook}
                deliveries={data.results}
                opened={opened}
                canWrite={canWrite}
                onOpen={open}
              />
              <Pager
                page={page}
                pageSize={PAGE_SIZE}
                count={data.count}
                onPage={(next) =>
                  void navigate({ search: (before) => ({ ...before, page: next, delivery: undefined }) })
                }
              />
            </>
          )
        }
      </QueryView>
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

const eventWords: Record<string, string> = { job: 'job', test: 'test', resend: 'job (resent)' };

type DeliveryTableProps = {
  webhook: Webhook;
  deliveries: Delivery[];
  opened: string | undefined;
  canWrite: boolean;
  onOpen(id: string | undefined): void;
};

function DeliveryTable({ webhook, deliveries, opened, canWrite, onOpen }: DeliveryTableProps) {
  const resend = useResend(webhook.id);
  // The panel takes half of the page and shows the same columns.
  const isWide = opened === undefined;
  return (
    <Table label="Deliveries">
      <thead>
        <tr>
          <Th>Delivery</Th>
          <Th>Status</Th>
          {isWide && <Th>Event</Th>}
          <Th>Job</Th>
          <Th numeric>Attempts</Th>
          <Th numeric>Response</Th>
          <Th>Created</Th>
          {isWide && (
            <>
              <Th>Next attempt</Th>
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <Tr key={delivery.id} className={delivery.id === opened ? 'bg-accent-soft' : undefined}>
            <Td>
              <Link
                from="/webhooks/$id"
                to="/webhooks/$id"
                search={(before) => ({ ...before, delivery: delivery.id })}
                resetScroll={false}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey) return;
                  event.preventDefault();
                  onOpen(delivery.id === opened ? undefined : delivery.id);
                }}
                aria-expanded={delivery.id === opened}
                className="font-mono text-code whitespace-nowrap text-accent hover:underline"
              >
                {shortId(delivery.id)}
              </Link>
            </Td>
            <Td>
              <DeliveryBadge delivery={delivery} isActive={webhook.is_active} />
            </Td>
            {isWide && <Td>{eventWords[delivery.kind] ?? delivery.kind}</Td>}
            <Td>
              {delivery.job_id === null ? (
                '–'
              ) : (
                <Link
                  to="/jobs/$id"
                  params={{ id: delivery.job_id }}
                  className="font-mono text-code whitespace-nowrap text-accent hover:underline"
                >
                  {shortId(delivery.job_id)}
                </Link>
              )}
            </Td>
            <Td numeric>{delivery.attempt}</Td>
            <Td numeric>{delivery.response_status ?? (delivery.error ? 'none' : '–')}</Td>
            <Td>
              <RelativeTime at={delivery.created_at} />
            </Td>
            {isWide && (
              <>
                <Td>{delivery.next_attempt_at ? <RelativeTime at={delivery.next_attempt_at} /> : '–'}</Td>
                <Td className="text-right">
                  {canWrite && delivery.kind !== 'test' && (
                    <Button size="sm" busy={resend.isPending} onClick={() => resend.mutate(delivery.id)}>
                      Resend
                    </Button>
                  )}
                </Td>
              </>
            )}
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
