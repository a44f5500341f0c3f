import type { KnowledgeDraft } from '@errand/sdk';
import { useState } from 'react';
import { useChange } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';

type Proposal = NonNullable<KnowledgeDraft['pendingProposal']>;
type ProposalCardProps = { baseId: string; proposal: Proposal; canWrite: boolean };

/** Shows a proposal that waits for a decision, beside the selection that it was made from. */
export function ProposalCard({ baseId, proposal, canWrite }: ProposalCardProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const taken = proposal.refs.filter(({ typologyId }) => !left.has(typologyId));
  const resolve = useChange(
    (discard: boolean) =>
      errand.knowledge.resolve(
        baseId,
        discard ? { discard } : { accept_summary: true, ...(left.size > 0 && { refs: taken }) },
      ),
    (next, discard) => {
      queryClient.setQueryData(keys.knowledgeDraft(baseId), next);
      showToast(discard ? 'Proposal discarded' : 'Proposal accepted');
    },
  );
  const before = new Map(proposal.baseSelection.map((ref) => [ref.typologyId, ref]));
  const gone = proposal.baseSelection.filter(
    ({ typologyId: id }) => !proposal.refs.some((ref) => ref.typologyId === id),
  );
  return (
    <Card
      title="New proposal"
      actions={
        canWrite && (
          <div className="flex gap-2">
            <Button disabled={resolve.isPending} onClick={() => resolve.mutate(true)}>
              Discard
            </Button>
            <Button
              variant="primary"
              disabled={resolve.isPending || taken.length === 0}
              onClick={() => resolve.mutate(false)}
            >
              {left.size === 0 ? 'Accept' : `Accept ${taken.length} of ${proposal.refs.length}`}
            </Button>
          </div>
        )
      }
    >
      {proposal.feedback && (
        <p className="mb-2 text-muted">
          Feedback: <bdi>{proposal.feedback}</bdi>
        </p>
      )}
      <ul aria-label="Proposed typologies" className="flex flex-col gap-1">
        {proposal.refs.map(({ typologyId, typologyName, relevance }) => (
          <li key={typologyId} className="flex flex-wrap items-center gap-2">
            {canWrite ? (
              <Checkbox
                checked={!left.has(typologyId)}
                onChange={(isTaken) => setLeft(toggled(left, typologyId, !isTaken))}
                label={typologyName}
              />
            ) : (
              typologyName
            )}
            <span className="text-muted">{relevance}</span>
            {!before.has(typologyId) && <Badge tone="positive">added</Badge>}
          </li>
        ))}
        {gone.map(({ typologyId, typologyName }) => (
          <li key={typologyId} className="flex min-h-6 flex-wrap items-center gap-2 pl-6 text-muted">
            <del>{typologyName}</del>
            <Badge tone="danger">removed</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function toggled(set: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
