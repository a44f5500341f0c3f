import type { KnowledgeBase, KnowledgeDraft } from '@errand/sdk';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import { FeedbackDialog, FinalizeDialog } from './draft-dialogs.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { type Refs, SelectionTable } from './selection-table.tsx';

type DraftViewProps = { base: KnowledgeBase; draft: KnowledgeDraft; canWrite: boolean };

/** Edits the selection. Changes stay here until they are saved, even if the server's state changes. */
export function DraftView({ base, draft, canWrite }: DraftViewProps) {
  const [edited, setEdited] = useState<Refs>();
  const [dialog, setDialog] = useState<'feedback' | 'finalize'>();
  useBlocker({
    shouldBlockFn: () => edited !== undefined && !window.confirm('Leave without saving the selection?'),
    enableBeforeUnload: () => edited !== undefined,
  });
  const save = useChange(
    (refs: Refs) => errand.knowledge.select(base.id, { refs: [...refs] }),
    (next) => {
      queryClient.setQueryData(keys.knowledgeDraft(base.id), next);
      setEdited(undefined);
      showToast('Selection saved');
    },
  );
  if (draft.status === 'generating')
    return (
      <Card title="Draft">
        <p role="status">Preparing a proposal…</p>
      </Card>
    );
  const waiting = draft.pendingProposal;
  const cannotFinish = edited !== undefined || waiting !== null || draft.refs.length === 0;
  return (
    <>
      {draft.error && (
        <p role="alert" className="text-danger">
          The proposal failed: {draft.error}
        </p>
      )}
      {waiting && <ProposalCard baseId={base.id} proposal={waiting} canWrite={canWrite} />}
      <Card
        title="Selected typologies"
        actions={
          canWrite && (
            <div className="flex flex-wrap gap-2">
              {edited !== undefined && (
                <>
                  <Button onClick={() => setEdited(undefined)}>Undo changes</Button>
                  <Button variant="primary" busy={save.isPending} onClick={() => save.mutate(edited)}>
                    Save selection
                  </Button>
                </>
              )}
              <Button disabled={edited !== undefined} onClick={() => setDialog('feedback')}>
                Ask for another proposal…
              </Button>
              <Button variant="primary" disabled={cannotFinish} onClick={() => setDialog('finalize')}>
                Finish…
              </Button>
            </div>
          )
        }
      >
        {draft.productSummary && <p className="mb-2 max-w-3xl whitespace-pre-line">{draft.productSummary}</p>}
        {draft.proposedBy && <p className="mb-3 text-muted">Proposed by {draft.proposedBy}.</p>}
        <SelectionTable refs={edited ?? draft.refs} canWrite={canWrite} onChange={setEdited} />
      </Card>
      {dialog === 'feedback' && <FeedbackDialog base={base} onClose={() => setDialog(undefined)} />}
      {dialog === 'finalize' && <FinalizeDialog base={base} draft={draft} onClose={() => setDialog(undefined)} />}
    </>
  );
}
