import type { Promotion } from '@errand/sdk';
import { useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Field, Textarea } from '../../design/field.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import type { GateOwner } from './gate-owner.ts';

const LOOK_MS = 15_000;

/** The version that somebody proposed, and the decision of the second person. Shows nothing if none is proposed. */
export function OpenPromotion({ owner }: { owner: GateOwner }) {
  const { kind, id } = owner;
  const open = useRead(
    keys.promotionOf(owner),
    (options) =>
      errand.promotions.list(
        { state: 'proposed', ...(kind === 'agent' ? { agent_id: id } : { policy_id: id }) },
        options,
      ),
    { refetchInterval: LOOK_MS },
  );
  const [promotion] = open.data?.results ?? [];
  return promotion === undefined ? null : <Decision key={promotion.id} promotion={promotion} owner={owner} />;
}

function Decision({ promotion, owner }: { promotion: Promotion; owner: GateOwner }) {
  const { can } = useAccess();
  const [comment, setComment] = useState('');
  const given = comment.trim();
  const onDecided = async (words: string) => {
    showToast(words);
    await Promise.all([reload(keys.promotions()), reload(owner.kind === 'agent' ? keys.agents() : keys.policies())]);
  };
  const approve = useChange(
    () => errand.promotions.approve(promotion.id, given === '' ? {} : { comment: given }),
    () => onDecided(`${promotion.version_name} is the current version`),
    'quiet',
  );
  const reject = useChange(
    () => errand.promotions.reject(promotion.id, { comment: given }),
    () => onDecided(`${promotion.version_name} was rejected`),
    'quiet',
  );
  const problem = approve.error ?? reject.error;
  return (
    <Card title={`Proposed: ${promotion.version_name || 'a version without a name'}`} className="mb-4">
      <div className="flex max-w-3xl flex-col gap-3">
        <p>
          <bdi className="font-medium">{promotion.actor.name}</bdi> wants to make it current{' '}
          <span className="text-muted">
            (<RelativeTime at={promotion.proposed_at} />)
          </span>
          . Somebody else has to approve it.
        </p>
        {promotion.reason !== null && <p className="break-words">{promotion.reason}</p>}
        {promotion.override_reason !== null && (
          <p className="break-words text-warning">Overrides the gate: {promotion.override_reason}</p>
        )}
        {can('member') && (
          <>
            <Field label="Comment" optional description="Needed to reject. Recorded in the audit log.">
              <Textarea
                className="min-h-14"
                maxLength={1_000}
                value={comment}
                onChange={(event) => setComment(event.target.value)}
              />
            </Field>
            {problem && (
              <p role="alert" className="text-danger">
                {problem.message}
              </p>
            )}
            <div className="flex gap-2">
              <Button variant="primary" busy={approve.isPending} onClick={() => approve.mutate()}>
                Approve
              </Button>
              <Button busy={reject.isPending} disabled={given === ''} onClick={() => reject.mutate()}>
                Reject
              </Button>
            </div>
          </>
        )}
      </div>
    </Card>
  );
}
