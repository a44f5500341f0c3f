import type { Connection, ConnectionItem, ConnectionUse } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { DeleteDialog, Dialog } from '../../design/dialog.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { counted } from '../../design/plural.ts';
import { showError, showToast } from '../../design/toast.ts';
import { ListSection, NewButton } from '../../lists/list-section.tsx';
import { useList } from '../../lists/use-list.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { ConnectionForm } from './connection-form.tsx';
import { SignInButton } from './sign-in-button.tsx';

/** Lists the connections. Everybody sees them, admins change them, and nobody can read their secrets. */
export function Connections() {
  const isAdmin = useAccess().can('admin');
  const [editing, setEditing] = useState<'new' | Connection>();
  const [deleting, setDeleting] = useState<ConnectionItem>();
  const [showing, setShowing] = useState<ConnectionItem>();
  const list = useList(keys.connectionLists(), (paging, options) => errand.connections.list(paging, options));
  const edit = (id: string): void =>
    void errand.connections.get(id).then(setEditing, (error) => showError(error, 'The connection was not read'));
  return (
    <ListSection
      label="Connections"
      description="Systems that agents and deliveries use by name. Nobody can read their credentials."
      actions={isAdmin && <NewButton onClick={() => setEditing('new')}>Create connection</NewButton>}
      list={list}
      empty={
        <EmptyState title="No connections" command="errand connections create connection.json">
          Connect an API, a file store, a database, a chat or a mail server, and agents can use it by name.
        </EmptyState>
      }
      columns={[
        { header: 'Name', className: 'font-medium', cell: ({ name }) => <bdi>{name}</bdi> },
        { header: 'Kind', className: 'text-muted', cell: ({ connector_display_name: kind }) => kind },
        {
          header: 'Status',
          title: ({ sign_in: signIn, test_message: text }) => signIn?.problem ?? text ?? undefined,
          cell: statusBadge,
        },
        {
          header: 'Used by',
          cell: (one) =>
            one.use_count === 0 ? (
              <span className="text-faint">nothing</span>
            ) : (
              <Button size="sm" aria-label={`What uses ${one.name}`} onClick={() => setShowing(one)}>
                {counted(one.use_count, 'use')}
              </Button>
            ),
        },
        { header: 'Last used', at: ({ last_used_at: at }) => at },
        {
          actions: (one) => (
            <>
              <TestButton connection={one} />{' '}
              {isAdmin && (
                <>
                  <SignInButton connection={one} />{' '}
                  <Button size="sm" aria-label={`Edit ${one.name}`} onClick={() => edit(one.id)}>
                    Edit
                  </Button>{' '}
                  <Button size="sm" aria-label={`Delete ${one.name}`} onClick={() => setDeleting(one)}>
                    Delete
                  </Button>
                </>
              )}
            </>
          ),
        },
      ]}
    >
      <ConnectionForm of={editing} onClose={() => setEditing(undefined)} />
      <Uses connection={showing} onClose={() => setShowing(undefined)} />
      <DeleteDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        what="connection"
        name={deleting?.name}
        description="Its credentials are deleted. A connection that is in use cannot be deleted."
        onDelete={() => errand.connections.delete(deleting!.id)}
        onDone={() => reload(keys.connections())}
      />
    </ListSection>
  );
}

function statusBadge({ status, tested_at: testedAt, sign_in: signIn }: ConnectionItem) {
  if (signIn?.state === 'needed') return <Badge tone="warning">sign-in needed</Badge>;
  if (status === 'error') return <Badge tone="danger">error</Badge>;
  return testedAt === null ? <Badge>not tested</Badge> : <Badge tone="positive">works</Badge>;
}

function TestButton({ connection: { id, name } }: { connection: ConnectionItem }) {
  const test = useMutation({
    meta: { quiet: true },
    mutationFn: () => errand.connections.test(id),
    onSuccess: ({ message }) => showToast(`${name} works`, { description: message }),
    onError: (error) => showError(error, `${name} does not work`),
    onSettled: () => reload(keys.connections()),
  });
  return (
    <Button size="sm" aria-label={`Test ${name}`} busy={test.isPending} onClick={() => test.mutate()}>
      Test
    </Button>
  );
}

function Uses({ connection, onClose }: { connection: ConnectionItem | undefined; onClose(): void }) {
  const uses = useRead(
    keys.connectionUses(connection?.id ?? ''),
    (options) => errand.connections.uses(connection!.id, options),
    { enabled: connection !== undefined },
  );
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
