import type { Secret } from '@errand/sdk';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { showError, showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';
import { SetSecret } from './set-secret.tsx';

const PAGE_SIZE = 25;

/** Lists the names of secrets. They can be set and deleted, never read. */
export function Secrets() {
  const { page = 1 } = useSearch({ from: '/shell/settings' });
  const navigate = useNavigate({ from: '/settings' });
  const queryClient = useQueryClient();
  /** Empty for a new secret. */
  const [setting, setSetting] = useState<string>();
  const [deleting, setDeleting] = useState<Secret>();
  const list = useQuery({
    queryKey: keys.secretList(page),
    queryFn: ({ signal }) => errand.secrets.list({ page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          Refer to a secret in an agent’s configuration as <code className="text-code">{'${secret.NAME}'}</code>. Nobody
          can read its value.
        </p>
        <Button variant="primary" icon={<Plus size={14} aria-hidden />} onClick={() => setSetting('')}>
          Create secret
        </Button>
      </div>
      <QueryView query={list}>
        {(data) =>
          data.results.length === 0 ? (
            <EmptyState title="No secrets">Create one for a token or a password that an agent needs.</EmptyState>
          ) : (
            <>
              <SecretTable
                secrets={data.results}
                onReplace={({ name }) => setSetting(name)}
                onDelete={(secret) => setDeleting(secret)}
              />
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
      <SetSecret name={setting} onClose={() => setSetting(undefined)} />
      <ConfirmDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title={`Delete ${deleting?.name ?? 'the secret'}?`}
        description="Its value is deleted. This cannot be undone."
        action="Delete secret"
        danger
        onConfirm={async () => {
          await errand.secrets.delete(deleting!.name).catch((error: unknown) => {
            showError(error, 'The secret was not deleted');
            throw error;
          });
          showToast('Secret deleted');
          await queryClient.invalidateQueries({ queryKey: keys.secrets() });
        }}
      />
    </div>
  );
}

function usesOf({ used_by: { length } }: Secret): string {
  if (length === 0) return 'nothing';
  return length === 1 ? '1 agent' : `${length} agents`;
}

type TableProps = { secrets: Secret[]; onReplace(secret: Secret): void; onDelete(secret: Secret): void };

function SecretTable({ secrets, onReplace, onDelete }: TableProps) {
  return (
    <Table label="Secrets">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>Changed</Th>
          <Th>Last used</Th>
          <Th>Used by</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {secrets.map((secret) => (
          <Tr key={secret.name}>
            <Td className="font-mono text-code">{secret.name}</Td>
            <Td>
              <RelativeTime at={secret.updated_at} />
            </Td>
            <Td>
              <RelativeTime at={secret.last_used_at} />
            </Td>
            <Td>{usesOf(secret)}</Td>
            <Td className="text-right">
              <Button size="sm" aria-label={`Replace ${secret.name}`} onClick={() => onReplace(secret)}>
                Replace
              </Button>{' '}
              <Button
                size="sm"
                aria-label={`Delete ${secret.name}`}
                disabled={secret.used_by.length > 0}
                title={secret.used_by.length > 0 ? 'Agents use it.' : undefined}
                onClick={() => onDelete(secret)}
              >
                Delete
              </Button>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
