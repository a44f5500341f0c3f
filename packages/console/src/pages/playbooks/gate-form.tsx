import { useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { SaveForm } from '../../design/save-form.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';

/** What a rehearsal has to show before a version becomes current. */
export function GateForm({ playbookId, isAdmin }: { playbookId: string; isAdmin: boolean }) {
  const [isOpening, setIsOpening] = useState(false);
  const gate = useRead(keys.playbookGate(playbookId), (options) => errand.playbooks.gate(playbookId, options));
  return (
    <div className="max-w-3xl">
      <Card title="Gate">
        <QueryView query={gate} rows={3}>
          {({ min_cases: cases, max_wrong_share: wrong, updated_at: at }) => (
            <>
              <p className="mb-4 text-muted">
                {cases === null
                  ? 'No gate: a new version is current at once.'
                  : 'A new version waits until a rehearsal shows this. An admin may override it with a reason, which is audited.'}
              </p>
              <SaveForm
                key={at ?? ''}
                action={cases === null ? 'Set the gate' : 'Save'}
                isPrimary
                isLocked={!isAdmin}
                hint="Changing the gate needs the role admin."
                actions={cases !== null && <Button onClick={() => setIsOpening(true)}>Remove the gate…</Button>}
                save={(text) =>
                  errand.playbooks.setGate(playbookId, {
                    min_cases: Number(text('min_cases')),
                    max_wrong_share: Number(text('max_wrong')) / 100,
                  })
                }
                onSaved={async () => {
                  showToast('Gate saved');
                  await reload(keys.playbookGate(playbookId));
                }}
              >
                <div className="grid gap-4 sm:grid-cols-2">
                  <TextField
                    label="Rehearsed cases, at least"
                    name="min_cases"
                    type="number"
                    min={1}
                    max={1000}
                    required
                    defaultValue={cases ?? 20}
                  />
                  <TextField
                    label="Wrong among those it closes, at most (%)"
                    name="max_wrong"
                    member="max_wrong_share"
                    type="number"
                    min={0}
                    max={100}
                    step="any"
                    required
                    defaultValue={wrong === null ? 2 : Math.round(wrong * 10_000) / 100}
                  />
                </div>
              </SaveForm>
            </>
          )}
        </QueryView>
      </Card>
      <ConfirmDialog
        open={isOpening}
        onClose={() => setIsOpening(false)}
        title="Remove the gate?"
        description="New versions become current without a rehearsal."
        action="Remove the gate"
        danger
        onConfirm={() => errand.playbooks.deleteGate(playbookId)}
        onDone={() => reload(keys.playbookGate(playbookId))}
      />
    </div>
  );
}
