import type { Case } from '@errand/sdk';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { ClockTime } from './case-state.tsx';

/** The clocks of a case. A pause needs a reason. */
export function CaseClocks({ one }: { one: Case }) {
  const { can } = useAccess();
  const [asked, setAsked] = useState<Case['clocks'][number]>();
  if (one.clocks.length === 0) return null;
  return (
    <Card title="Clocks">
      <ul className="flex flex-col gap-2">
        {one.clocks.map((clock) => (
          <li key={clock.name} className="flex flex-wrap items-center justify-between gap-2">
            <bdi>{clock.name}</bdi>
            <span className="flex items-center gap-2">
              <ClockTime clock={clock} />
              {can('analyst') && !clock.stopped && (
                <Button size="sm" onClick={() => setAsked(clock)}>
                  {clock.paused ? 'Continue…' : 'Pause…'}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {asked && (
        <FormDialog
          onClose={() => setAsked(undefined)}
          title={asked.paused ? `Continue ${asked.name}` : `Pause ${asked.name}`}
          description="The time that is left stays as it is."
          action={asked.paused ? 'Continue' : 'Pause'}
          save={(text) =>
            errand.caseDesk.pauseClock(one.id, { name: asked.name, reason: text('reason'), paused: !asked.paused })
          }
          onSaved={async () => {
            setAsked(undefined);
            await reload(keys.cases());
          }}
        >
          <TextField label="Reason" name="reason" required maxLength={2_000} />
        </FormDialog>
      )}
    </Card>
  );
}
