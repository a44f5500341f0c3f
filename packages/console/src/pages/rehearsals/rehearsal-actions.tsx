import type { RehearsalSummary } from '@errand/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../../data/query-keys.ts';
import { errand } from '../../session/client.ts';
import { TrialActions } from '../evaluations/run-status.tsx';

/** Cancel and resume. */
export function RehearsalActions({ rehearsal }: { rehearsal: RehearsalSummary }) {
  const queryClient = useQueryClient();
  const { policy_id: policyId, id } = rehearsal;
  return (
    <TrialActions
      trial={rehearsal}
      what="rehearsal"
      onCancel={() => errand.rehearsals.cancel(policyId, id)}
      onResume={(limit) => errand.rehearsals.resume(policyId, id, limit)}
      onDone={() => queryClient.invalidateQueries({ queryKey: keys.rehearsals(policyId) })}
    />
  );
}
