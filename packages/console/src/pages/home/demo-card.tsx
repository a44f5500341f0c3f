import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useChange } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { formatNumber } from '../../design/format.ts';
import { showError, showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';

/** Offers the demo on the first visit. While it exists, says so and offers to remove it. */
export function DemoCard({ exists }: { exists: boolean }) {
  const create = useChange(
    () => errand.demo.create(),
    () => {
      showToast('The demo workspace is there', { description: 'Its jobs finish within seconds.' });
      return queryClient.invalidateQueries();
    },
  );
  if (exists) return <ExistingDemo />;
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-4">
        <Sparkles size={20} aria-hidden className="text-accent" />
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-lg font-semibold">Nothing here yet. Look around with a demo?</h2>
          <p className="text-muted">
            Agents of several kinds with finished, failed and waiting jobs, a policy with verdicts to review, and a
            table that an agent fills. Costs nothing, and goes away with one click.
          </p>
        </div>
        <Button variant="primary" busy={create.isPending} onClick={() => create.mutate()}>
          {create.isPending ? 'Creating…' : 'Create the demo workspace'}
        </Button>
      </div>
    </Card>
  );
}

function ExistingDemo() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md bg-accent-soft px-4 py-2">
      <p className="min-w-0 flex-1 basis-72">
        <strong className="font-medium">This is a demo workspace.</strong> What belongs to it has the tag demo.
      </p>
      <Link to="/inbox" className={buttonClass('secondary', 'sm')}>
        Review its verdicts
      </Link>
      <Link to="/tables" className={buttonClass('secondary', 'sm')}>
        Look at its table
      </Link>
      <Button size="sm" onClick={() => setIsAsking(true)}>
        Remove the demo
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Remove the demo workspace?"
        description="Its agents with all of their jobs, its policy and its table are removed. Nothing else is touched. This cannot be undone."
        action="Remove"
        danger
        onConfirm={async () => {
          const removed = await errand.demo.remove().catch((error: unknown) => {
            showError(error, 'The demo was not removed');
            throw error;
          });
          showToast('The demo workspace is gone', {
            description: `${formatNumber(removed.agents)} agents and ${formatNumber(removed.jobs)} jobs were removed.`,
          });
          await queryClient.invalidateQueries();
        }}
      />
    </div>
  );
}
