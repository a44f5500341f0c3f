import { type ComponentProps, useState } from 'react';
import { useChange } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { counted } from '../../design/plural.ts';
import { showError, showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';

// Creates and removes the demo, on Home and in Settings.

export const useCreateDemo = () =>
  useChange(
    () => errand.demo.create(),
    () => {
      showToast('The demo is there', { description: 'Its jobs finish within seconds.' });
      return queryClient.invalidateQueries();
    },
  );

/** The button that creates it. */
export function CreateDemo(look: Pick<ComponentProps<typeof Button>, 'variant' | 'size'>) {
  const create = useCreateDemo();
  return (
    <Button {...look} busy={create.isPending} onClick={() => create.mutate()}>
      {create.isPending ? 'Creating…' : 'Create the demo'}
    </Button>
  );
}

export function RemoveDemo() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setIsAsking(true)}>
        Remove the demo
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Remove the demo?"
        description="Its agents with all of their jobs, its policy and its table are removed. Nothing else is touched. This cannot be undone."
        action="Remove"
        danger
        onConfirm={async () => {
          const removed = await errand.demo.remove().catch((error: unknown) => {
            showError(error, 'The demo was not removed');
            throw error;
          });
          showToast('The demo is gone', {
            description: `${counted(removed.agents, 'agent')} and ${counted(removed.jobs, 'job')} were removed.`,
          });
          await queryClient.invalidateQueries();
        }}
      />
    </>
  );
}
