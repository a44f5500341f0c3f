import { useNavigate } from '@tanstack/react-router';
import { queryClient } from '../data/query-client.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { leaveSession } from '../session/session.ts';
import { SignInForm } from '../session/sign-in-form.tsx';

/** Shown over the page, which stays, so that typed text is not lost. */
export function SessionEnded() {
  const navigate = useNavigate();
  return (
    <Dialog
      open
      title="Sign in again"
      description="Your session has ended. The page behind this dialog is kept as it is."
      actions={
        <Button
          variant="quiet"
          onClick={() => {
            leaveSession();
            void navigate({ to: '/sign-in' }).then(() => queryClient.clear());
          }}
        >
          Sign out and discard it
        </Button>
      }
    >
      <SignInForm onDone={() => undefined} next={location.pathname + location.search} />
    </Dialog>
  );
}
