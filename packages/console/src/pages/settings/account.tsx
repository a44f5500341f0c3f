import type { Session } from '@errand/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { showError, showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';
import { useSession } from '../../session/session.ts';
import { Appearance } from './appearance.tsx';
import { ChangePassword } from './change-password.tsx';

/** Settings of the user: appearance in this browser, sessions and password. */
export function Account() {
  const session = useSession();
  return (
    <div className="flex flex-col gap-5">
      <Appearance />
      {session?.kind === 'user' ? (
        <Sessions />
      ) : (
        <EmptyState title="Signed in with an API key">
          A key has no sessions and no password. Sign in with your e-mail to manage yours.
        </EmptyState>
      )}
    </div>
  );
}

function Sessions() {
  const queryClient = useQueryClient();
  const [isChanging, setIsChanging] = useState(false);
  const [isEnding, setIsEnding] = useState(false);
  const list = useQuery({
    queryKey: keys.sessions(),
    queryFn: ({ signal }) => errand.sessions.list({ signal }),
  });

  async function end(work: Promise<unknown>, done: string): Promise<void> {
    await work.catch((error: unknown) => {
      showError(error, 'The session was not ended');
      throw error;
    });
    showToast(done);
    await queryClient.invalidateQueries({ queryKey: keys.sessions() });
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">Where you are signed in. An ended session stops working at its next request.</p>
        <div className="flex gap-2">
          <Button onClick={() => setIsChanging(true)}>Change password</Button>
          <Button onClick={() => setIsEnding(true)}>End all others</Button>
        </div>
      </div>
      <QueryView query={list}>
        {({ results }) => (
          <SessionTable
            sessions={results}
            onEnd={({ id }) => void end(errand.sessions.end(id), 'Session ended').catch(() => undefined)}
          />
        )}
      </QueryView>
      <ChangePassword open={isChanging} onClose={() => setIsChanging(false)} />
      <ConfirmDialog
        open={isEnding}
        onClose={() => setIsEnding(false)}
        title="End all other sessions?"
        description="Everybody who is signed in to your account elsewhere must sign in again."
        action="End sessions"
        danger
        onConfirm={() => end(errand.sessions.endOthers(), 'All other sessions ended')}
      />
    </div>
  );
}

function SessionTable({ sessions, onEnd }: { sessions: Session[]; onEnd(session: Session): void }) {
  return (
    <Table label="Sessions">
      <thead>
        <tr>
          <Th>Program</Th>
          <Th>Created</Th>
          <Th>Last used</Th>
          <Th>Expires</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <Tr key={session.id}>
            <Td className="max-w-90 truncate">
              <bdi title={session.user_agent}>{session.user_agent || 'unknown'}</bdi>
            </Td>
            <Td>
              <RelativeTime at={session.created_at} />
            </Td>
            <Td>
              <RelativeTime at={session.last_used_at} />
            </Td>
            <Td>
              <RelativeTime at={session.expires_at} />
            </Td>
            <Td className="text-right">
              {session.current ? (
                <Badge>this one</Badge>
              ) : (
                <Button
                  size="sm"
                  aria-label={`End the session of ${session.user_agent || 'an unknown program'}`}
                  onClick={() => onEnd(session)}
                >
                  End
                </Button>
              )}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
