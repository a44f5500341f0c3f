import type { OAuthGrant } from '@errand/sdk';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { ListSection } from '../../lists/list-section.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';

/** Programs that people have signed in: their own, or for admins those of everybody. */
export function Programs({ organizationId }: { organizationId: string }) {
  const [ending, setEnding] = useState<OAuthGrant>();
  const list = useList(keys.programs(), (paging, options) => errand.oauth.listGrants(organizationId, paging, options));
  return (
    <ListSection
      label="Connected programs"
      description="Programs that people have signed in. Each acts for its person, and never with more than that person’s role."
      list={list}
      empty={
        <EmptyState title="No programs">
          Give a program that speaks MCP the address {location.origin}/mcp. It brings you here to allow it.
        </EmptyState>
      }
      columns={[
        {
          header: 'Program',
          className: 'font-medium',
          cell: ({ client_name: name }) => <bdi>{name}</bdi>,
        },
        { header: 'Acts for', cell: ({ user }) => <bdi>{user.display_name}</bdi> },
        {
          header: 'May',
          cell: ({ scopes }) => (
            <span className="flex flex-wrap gap-1">
              {scopes.map((scope) => (
                <Badge key={scope}>{scope}</Badge>
              ))}
            </span>
          ),
        },
        { header: 'Connected', at: ({ created_at: at }) => at },
        { header: 'Last used', at: ({ last_used_at: at }) => at },
        {
          actions: (grant) => (
            <Button size="sm" aria-label={`Disconnect ${grant.client_name}`} onClick={() => setEnding(grant)}>
              Disconnect
            </Button>
          ),
        },
      ]}
    >
      <ConfirmDialog
        open={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={`Disconnect ${ending?.client_name ?? 'the program'}?`}
        description={`It can no longer act for ${ending?.user.display_name ?? 'its person'} within 5 seconds. Signing in again connects it again.`}
        action="Disconnect"
        danger
        onConfirm={() => errand.oauth.endGrant(organizationId, ending!.id)}
        done="Program disconnected"
        failed="The program was not disconnected"
        onDone={() => reload(keys.programs())}
      />
    </ListSection>
  );
}
