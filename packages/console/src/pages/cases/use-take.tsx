import type { CaseSummary } from '@errand/sdk';
import { useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';

type Taken = Pick<CaseSummary, 'id' | 'number' | 'assignee'>;

/** Takes a case, or gives it back. Asks first if a colleague has it, and takes nothing that somebody took meanwhile. */
export function useTake() {
  const [asked, setAsked] = useState<Taken>();
  const { data: user } = useRead(keys.user(), (options) => errand.signIn.currentUser(options), { retry: false });
  const assign = useChange(
    ({ id, assignee, to }: Taken & { to: number | null }) =>
      errand.caseDesk
        .assign(id, { user_id: to, expected_user_id: assignee?.user_id ?? null })
        // Also after a refusal: somebody else has changed it.
        .finally(() => reload(keys.cases())),
    ({ number, assignee }) => showToast(assignee === null ? `#${number} given back` : `#${number} is yours`),
  );
  const isMine = ({ assignee }: Taken): boolean => user !== undefined && assignee?.user_id === user.id;
  return {
    /** Whether somebody is signed in, who can have cases. */
    canTake: user !== undefined,
    isMine,
    isTaking: assign.isPending,
    take(one: Taken): void {
      if (user === undefined) return;
      if (isMine(one)) assign.mutate({ ...one, to: null });
      else if (one.assignee === null) assign.mutate({ ...one, to: user.id });
      else setAsked(one);
    },
    question: asked && user && (
      <ConfirmDialog
        open
        onClose={() => setAsked(undefined)}
        title={`Take #${asked.number} over?`}
        description={
          <>
            <bdi>{asked.assignee?.email}</bdi> works on it now. The timeline says who took it over.
          </>
        }
        action="Take it over"
        onConfirm={() => assign.mutateAsync({ ...asked, to: user.id })}
      />
    ),
  };
}
