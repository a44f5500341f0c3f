import type { Secret } from '@errand/sdk';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { DeleteDialog } from '../../design/dialog.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { counted } from '../../design/plural.ts';
import { ListSection, NewButton } from '../../lists/list-section.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { SetSecret } from './set-secret.tsx';

/** Lists the names of secrets. They can be set and deleted, never read. */
export function Secrets() {
  /** Empty for a new secret. */
  const [setting, setSetting] = useState<string>();
  const [deleting, setDeleting] = useState<Secret>();
  const list = useList(keys.secrets(), (paging, options) => errand.secrets.list(paging, options));
  return (
    <ListSection
      label="Secrets"
      description={
        <>
          Refer to a secret in an agent’s configuration as <code className="text-code">{'${secret.NAME}'}</code>. Nobody
          can read its value.
        </>
      }
      actions={<NewButton onClick={() => setSetting('')}>Create secret</NewButton>}
      list={list}
      empty={
        <EmptyState title="No secrets" command="errand secrets set BILLING_TOKEN">
          Create one for a token or a password that an agent needs.
        </EmptyState>
      }
      rowKey={({ name }) => name}
      columns={[
        { header: 'Name', className: 'font-mono text-code', cell: ({ name }) => name },
        { header: 'Changed', at: ({ updated_at: at }) => at },
        { header: 'Last used', at: ({ last_used_at: at }) => at },
        { header: 'Used by', cell: usesOf },
        {
          actions: (secret) => (
            <>
              <Button size="sm" aria-label={`Replace ${secret.name}`} onClick={() => setSetting(secret.name)}>
                Replace
              </Button>{' '}
              <Button
                size="sm"
                aria-label={`Delete ${secret.name}`}
                disabled={secret.used_by.length > 0}
                title={secret.used_by.length > 0 ? 'Agents use it.' : undefined}
                onClick={() => setDeleting(secret)}
              >
                Delete
              </Button>
            </>
          ),
        },
      ]}
    >
      <SetSecret name={setting} onClose={() => setSetting(undefined)} />
      <DeleteDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        what="secret"
        name={deleting?.name}
        description="Its value is deleted. This cannot be undone."
        onDelete={() => errand.secrets.delete(deleting!.name)}
        onDone={() => reload(keys.secrets())}
      />
    </ListSection>
  );
}

function usesOf({ used_by: { length } }: Secret): string {
  if (length === 0) return 'nothing';
  return counted(length, 'agent');
}
