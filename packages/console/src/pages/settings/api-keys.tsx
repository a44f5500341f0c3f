import type { ApiKey } from '@errand/sdk';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime, useNow } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { showError, showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';
import { CreateKey } from './create-key.tsx';

const PAGE_SIZE = 25;
const WEEK_MS = 7 * 86_400_000;

export function ApiKeys({ organizationId }: { organizationId: string }) {
  const { page = 1 } = useSearch({ from: '/shell/settings' });
  const navigate = useNavigate({ from: '/settings' });
  const queryClient = useQueryClient();
  const [isCreating, setIsCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const list = useQuery({
    queryKey: keys.apiKeys(page),
    queryFn: ({ signal }) => errand.apiKeys.list(organizationId, { page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          A key belongs to this organization and acts with the role you choose. It is shown once, when you create it.
        </p>
        <Button variant="primary" icon={<Plus size={14} aria-hidden />} onClick={() => setIsCreating(true)}>
          Create key
        </Button>
      </div>
      <QueryView query={list}>
        {(data) =>
          data.results.length === 0 ? (
            <EmptyState title="No keys">Create a key to call the API from your code.</EmptyState>
          ) : (
            <>
              <KeyTable apiKeys={data.results} onRevoke={setRevoking} />
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
      <CreateKey organizationId={organizationId} open={isCreating} onClose={() => setIsCreating(false)} />
      <ConfirmDialog
        open={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={`Revoke ${revoking?.name ?? 'the key'}?`}
        description={`Requests with ${revoking?.prefix}… are refused within 5 seconds. This cannot be undone.`}
        action="Revoke key"
        danger
        onConfirm={async () => {
          await errand.apiKeys.revoke(organizationId, revoking!.id).catch((error: unknown) => {
            showError(error, 'The key was not revoked');
            throw error;
          });
          showToast('Key revoked');
          await queryClient.invalidateQueries({ queryKey: ['api-keys'] });
        }}
      />
    </div>
  );
}

function KeyTable({ apiKeys, onRevoke }: { apiKeys: ApiKey[]; onRevoke(key: ApiKey): void }) {
  return (
    <Table label="API keys">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>Starts with</Th>
          <Th>Role</Th>
          <Th>Created</Th>
          <Th>Last used</Th>
          <Th>Expires</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {apiKeys.map((key) => (
          <Tr key={key.id}>
            <Td className="font-medium">
              <bdi>{key.name || 'unnamed'}</bdi>
              {key.personal && (
                <span className="ml-2">
                  <Badge>personal</Badge>
                </span>
              )}
            </Td>
            <Td className="font-mono text-code">{key.prefix}…</Td>
            <Td>
              <Badge>{key.role}</Badge>
            </Td>
            <Td>
              <RelativeTime at={key.created_at} />
            </Td>
            <Td>
              <RelativeTime at={key.last_used_at} />
            </Td>
            <Td>
              <Expiry at={key.expires_at} />
            </Td>
            <Td className="text-right">
              <Button size="sm" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
                Revoke
              </Button>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function Expiry({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null) return <span className="text-muted">never</span>;
  const left = Date.parse(at) - now;
  if (left < 0) return <Badge tone="danger">expired</Badge>;
  return left < WEEK_MS ? (
    <Badge tone="warning">
      <RelativeTime at={at} />
    </Badge>
  ) : (
    <RelativeTime at={at} />
  );
}
