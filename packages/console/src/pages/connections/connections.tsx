import type { Connection, ConnectionItem, ConnectionUse } from '@errand/sdk';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog, Dialog } from '../../design/dialog.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { showError, showToast } from '../../design/toast.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { ConnectionForm } from './connection-form.tsx';

const PAGE_SIZE = 25;

/** Lists the connections. Everybody sees them, admins change them, and nobody can read their secrets. */
export function Connections() {
  const { page = 1 } = useSearch({ from: '/shell/settings' });
  const navigate = useNavigate({ from: '/settings' });
  const queryClient = useQueryClient();
  const isAdmin = useAccess().can('admin');
  const [editing, setEditing] = useState<'new' | Connection>();
  const [deleting, setDeleting] = useState<ConnectionItem>();
  const [showing, setShowing] = useState<ConnectionItem>();
  const list = useQuery({
    queryKey: keys.connectionList(page),
    queryFn: ({ signal }) => errand.connections.list({ page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  const edit = (id: string): void =>
    void errand.connections.get(id).then(setEditing, (error) => showError(error, 'The connection was not read'));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">Systems that agents and deliveries use by name. Nobody can read their credentials.</p>
        {isAdmin && (
          <Button variant="primary" icon={<Plus size={14} aria-hidden />} onClick={() => setEditing('new')}>
            Create connection
          </Button>
        )}
      </div>
      <QueryView query={list}>
        {(data) =>
          data.results.length === 0 ? (
            <EmptyState title="No connections">
              Connect an API, a file store, a database, a chat or a mail server, and agents can use it by name.
            </EmptyState>
          ) : (
            <>
              <Table label="Connections">
                <thead>
                  <tr>
                    <Th>Name</Th>
                    <Th>Kind</Th>
                    <Th>Status</Th>
                    <Th>Used by</Th>
                    <Th>Last used</Th>
                    <Th>
                      <span className="sr-only">Actions</span>
                    </Th>
                  </tr>
                </thead>
                <tbody>
                  {data.results.map((one) => (
                    <Row key={one.id} connection={one} onShow={() => setShowing(one)}>
                      {isAdmin && (
                        <>
                          <Button size="sm" aria-label={`Edit ${one.name}`} onClick={() => edit(one.id)}>
                            Edit
                          </Button>{' '}
                          <Button size="sm" aria-label={`Delete ${one.name}`} onClick={() => setDeleting(one)}>
                            Delete
                          </Button>
                        </>
                      )}
                    </Row>
                  ))}
                </tbody>
              </Table>
              <Pager
                page={page}
                pageSize={PAGE_SIZE}
                count={data.count}
                onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
              />
            </>
          )
        }
      </QueryView>
      <ConnectionForm of={editing} onClose={() => setEditing(undefined)} />
      <Uses connection={showing} onClose={() => setShowing(undefined)} />
      <ConfirmDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title={`Delete ${deleting?.name ?? 'the connection'}?`}
        description="Its credentials are deleted. A connection that is in use cannot be deleted."
        action="Delete connection"
        danger
        onConfirm={async () => {
          await errand.connections.delete(deleting!.id).catch((error: unknown) => {
            showError(error, 'The connection was not deleted');
            throw error;
          });
          showToast('Connection deleted');
          await queryClient.invalidateQueries({ queryKey: keys.connections() });
        }}
      />
    </div>
  );
}

type RowProps = { connection: ConnectionItem; onShow(): void; children: ReactNode };

function Row({ connection: one, onShow, children }: RowProps) {
  const queryClient = useQueryClient();
  const test = useMutation({
    meta: { quiet: true },
    mutationFn: () => errand.connections.test(one.id),
    onSuccess: ({ message }) => showToast(`${one.name} works`, { description: message }),
    onError: (error) => showError(error, `${one.name} does not work`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.connections() }),
  });
  return (
    <Tr>
      <Td className="font-medium">
        <bdi>{one.name}</bdi>
      </Td>
      <Td className="text-muted">{one.connector_display_name}</Td>
      <Td>
        <span title={one.test_message ?? undefined}>
          {one.status === 'error' ? (
            <Badge tone="danger">error</Badge>
          ) : (
            <Badge tone={one.tested_at === null ? 'neutral' : 'positive'}>
              {one.tested_at === null ? 'not tested' : 'works'}
            </Badge>
          )}
        </span>
      </Td>
      <Td>
        {one.use_count === 0 ? (
          <span className="text-faint">nothing</span>
        ) : (
          <Button size="sm" aria-label={`What uses ${one.name}`} onClick={onShow}>
            {one.use_count === 1 ? '1 use' : `${one.use_count} uses`}
          </Button>
        )}
      </Td>
      <Td>
        <RelativeTime at={one.last_used_at} />
      </Td>
      <Td className="text-right">
        <Button size="sm" aria-label={`Test ${one.name}`} busy={test.isPending} onClick={() => test.mutate()}>
          Test
        </Button>{' '}
        {children}
      </Td>
    </Tr>
  );
}

function Uses({ connection, onClose }: { connection: ConnectionItem | undefined; onClose(): void }) {
  const uses = useQuery({
    queryKey: keys.connectionUses(connection?.id ?? ''),
    queryFn: ({ signal }) => errand.connections.uses(connection!.id, { signal }),
    enabled: connection !== undefined,
  });
  return (
    <Dialog
      open={connection !== undefined}
      onClose={onClose}
      title={`What uses ${connection?.name ?? ''}`}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ul className="flex flex-col gap-1">
        {(uses.data?.uses ?? []).map((use: ConnectionUse) => (
          <li key={use.kind + use.id}>
            The {use.kind.replaceAll('_', ' ')} <bdi className="font-medium">{use.name}</bdi>: {use.detail}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
