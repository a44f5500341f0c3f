import type { RehearsalSummary } from '@errand/sdk';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { errand } from '../../session/client.ts';
import { RunActions } from '../runs/run-actions.tsx';

export const RehearsalActions = ({ rehearsal }: { rehearsal: RehearsalSummary }) => {
  const { policy_id: policyId, id } = rehearsal;
  return (
    <RunActions
      run={rehearsal}
      what="rehearsal"
      cancel={() => errand.rehearsals.cancel(policyId, id)}
      resume={(limit) => errand.rehearsals.resume(policyId, id, limit)}
      onDone={() => reload(keys.rehearsals(policyId))}
    />
  );
};
