import { Dialog } from '../design/dialog.tsx';
import { SignInForm } from '../session/sign-in-form.tsx';

/** Over the page, which stays as it is: what was typed there is not lost. */
export function SessionEnded() {
  return (
    <Dialog
      open
      onClose={() => undefined}
      title="Sign in again"
      description="Your sign-in is not valid any more. The page behind this is kept as it is."
    >
      <SignInForm onDone={() => undefined} />
    </Dialog>
  );
}
