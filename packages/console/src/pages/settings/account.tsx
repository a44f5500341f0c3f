import { useState } from 'react';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { showToast } from '../../design/toast.ts';
import { ListSection } from '../../lists/list-section.tsx';
import { useWholeList } from '../../lists/use-list.ts';
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
  const [asking, setAsking] = useState<'password' | 'end'>();
  const close = () => setAsking(undefined);
  const list = useWholeList(keys.sessions(), (options) => errand.sessions.list(options));
  const end = useChange(
    (id: string) => errand.sessions.end(id),
    async () => {
      showToast('Session ended');
      await reload(keys.sessions());
    },
  );
  return (
    <ListSection
      label="Sessions"
      description="Where you are signed in. An ended session stops working at its next request."
      actions={
        <div className="flex gap-2">
          <Button onClick={() => setAsking('password')}>Change password</Button>
          <Button onClick={() => setAsking('end')}>End all others</Button>
        </div>
      }
      list={list}
      columns={[
        {
          header: 'Program',
          className: 'max-w-90 truncate',
          cell: ({ user_agent: program }) => <bdi title={program}>{program || 'unknown'}</bdi>,
        },
        { header: 'Created', at: ({ created_at: at }) => at },
        { header: 'Last used', at: ({ last_used_at: at }) => at },
        { header: 'Expires', at: ({ expires_at: at }) => at },
        {
          actions: (session) =>
            session.current ? (
              <Badge>this one</Badge>
            ) : (
              <Button
                size="sm"
                aria-label={`End the session of ${session.user_agent || 'an unknown program'}`}
                onClick={() => end.mutate(session.id)}
              >
                End
              </Button>
            ),
        },
      ]}
    >
      <ChangePassword open={asking === 'password'} onClose={close} />
      <ConfirmDialog
        open={asking === 'end'}
        onClose={close}
        title="End all other sessions?"
        description="Everybody who is signed in to your account elsewhere must sign in again."
        action="End sessions"
        danger
        onConfirm={() => errand.sessions.endOthers()}
        done="All other sessions ended"
        failed="The sessions were not ended"
        onDone={() => reload(keys.sessions())}
      />
    </ListSection>
  );
}
