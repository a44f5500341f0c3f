import type { ConnectionItem } from '@errand/sdk';
import { useState } from 'react';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Facts } from '../../design/card.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { showError, showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';

/** Leads to the authorization server of the other system, or shows who has signed in there. */
export function SignInButton({ connection }: { connection: ConnectionItem }) {
  const { id, name, sign_in: signIn } = connection;
  const [isOpen, setOpen] = useState(false);
  const begin = useChange(
    () => errand.connections.signIn(id).catch((error: unknown) => showError(error, `${name} was not signed in`)),
    (begun) => begun && location.assign(begun.url),
  );
  const end = useChange(
    () => errand.connections.signOut(id),
    () => {
      setOpen(false);
      showToast(`${name} is signed out`);
      return reload(keys.connections());
    },
  );
  if (signIn === null) return null;
  const isNeeded = signIn.state === 'needed';
  return (
    <>
      <Button
        size="sm"
        aria-label={isNeeded ? `Sign ${name} in` : `Sign-in of ${name}`}
        busy={begin.isPending}
        onClick={() => (isNeeded ? begin.mutate() : setOpen(true))}
      >
        {isNeeded ? 'Sign in' : 'Sign-in'}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Sign-in of ${name}`}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Close</Button>
            <Button busy={begin.isPending} onClick={() => begin.mutate()}>
              Sign in again
            </Button>
            <Button variant="danger" busy={end.isPending} onClick={() => end.mutate()}>
              Sign out
            </Button>
          </>
        }
      >
        <Facts
          facts={[
            ['Signed in', signIn.user ? <bdi key="user">{signIn.user.display_name}</bdi> : 'somebody who has left'],
            ['When', signIn.signed_in_at ? <RelativeTime key="at" at={signIn.signed_in_at} /> : '–'],
            ['At', signIn.issuer ?? '–'],
            ['May', signIn.scope || 'what the server grants by default'],
          ]}
        />
      </Dialog>
    </>
  );
}
