import type { ApiKey } from '@errand/sdk';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { RelativeTime, useNow } from '../../design/relative-time.tsx';
import { ListSection, NewButton } from '../../lists/list-section.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { CreateKey } from './create-key.tsx';
import { RotateKey } from './rotate-key.tsx';

const WEEK_MS = 7 * 86_400_000;

export function ApiKeys({ organizationId }: { organizationId: string }) {
  const [isCreating, setIsCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const [rotating, setRotating] = useState<ApiKey>();
  const list = useList(keys.apiKeys(), (paging, options) => errand.apiKeys.list(organizationId, paging, options));
  return (
    <ListSection
      label="API keys"
      description="A key belongs to this organization and acts with the role you choose. It is shown once, when you create it."
      actions={<NewButton onClick={() => setIsCreating(true)}>Create key</NewButton>}
      list={list}
      empty={
        <EmptyState title="No keys" command="errand api-keys create nightly --role member --scopes run read">
          Create a key to call the API from your code.
        </EmptyState>
      }
      columns={[
        {
          header: 'Name',
          className: 'font-medium',
          cell: ({ name, personal }) => (
            <>
              <bdi>{name || 'unnamed'}</bdi>
              {personal && (
                <span className="ml-2">
                  <Badge>personal</Badge>
                </span>
              )}
            </>
          ),
        },
        {
          header: 'Starts with',
          className: 'font-mono text-code',
          cell: ({ prefix, previous_until: until }) => (
            <>
              {prefix}…{until && <PreviousSecret until={until} />}
            </>
          ),
        },
        { header: 'Role', cell: ({ role }) => <Badge>{role}</Badge> },
        {
          header: 'Scopes',
          className: 'text-muted',
          cell: ({ scopes }) => scopes?.join(', ') ?? 'all of its role',
        },
        { header: 'Created', at: ({ created_at: at }) => at },
        { header: 'Last used', at: ({ last_used_at: at }) => at },
        { header: 'Expires', cell: ({ expires_at: at }) => <Expiry at={at} /> },
        {
          actions: (key) => (
            <span className="inline-flex gap-2">
              {!key.personal && (
                <Button size="sm" aria-label={`Rotate ${key.name}`} onClick={() => setRotating(key)}>
                  Rotate
                </Button>
              )}
              <Button size="sm" aria-label={`Revoke ${key.name}`} onClick={() => setRevoking(key)}>
                Revoke
              </Button>
            </span>
          ),
        },
      ]}
    >
      <CreateKey organizationId={organizationId} open={isCreating} onClose={() => setIsCreating(false)} />
      {rotating && (
        <RotateKey organizationId={organizationId} apiKey={rotating} onClose={() => setRotating(undefined)} />
      )}
      <ConfirmDialog
        open={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={`Revoke ${revoking?.name ?? 'the key'}?`}
        description={`Requests with ${revoking?.prefix}… are refused within 5 seconds. This cannot be undone.`}
        action="Revoke key"
        danger
        onConfirm={() => errand.apiKeys.revoke(organizationId, revoking!.id)}
        done="Key revoked"
        failed="The key was not revoked"
        onDone={() => reload(keys.apiKeys())}
      />
    </ListSection>
  );
}

/** Programs that still send the secret of before the rotation have until then. */
const PreviousSecret = ({ until }: { until: string }) => (
  <span className="block font-sans text-xs text-muted">
    the one before ends <RelativeTime at={until} />
  </span>
);

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
