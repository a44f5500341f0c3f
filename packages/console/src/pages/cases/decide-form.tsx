import type { Case } from '@errand/sdk';
import { useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Field, Textarea, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { counted } from '../../design/plural.ts';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import { useQueue } from './use-desk.ts';

/** Asks for the decision. Says before it is sent what is still open, and whether a second person has to approve. */
export function DecideForm({ one, onClose }: { one: Case; onClose(): void }) {
  const queue = useQueue(one.queue_id);
  const codes = queue?.reason_codes ?? [];
  const secondFor = queue?.four_eyes.outcomes ?? [];
  const [code, setCode] = useState('');
  // The page goes on while somebody writes. An alert that arrives meanwhile is not what they decided about.
  const [alertCount] = useState(one.alert_count);
  const [outcome, setOutcome] = useState('');
  const known = [...new Set(['no_report', ...secondFor, ...one.earlier_decisions.map((made) => made.outcome)])];
  return (
    <FormDialog
      onClose={onClose}
      title="Decide the case"
      description={<StillOpen one={one} />}
      action={secondFor.includes(outcome) ? 'Propose' : 'Decide'}
      save={(text) =>
        errand.caseDesk.decide(one.id, {
          outcome: text('outcome'),
          reason_code: codes.length > 0 ? code : text('reason_code'),
          narrative: text('narrative'),
          expected_alert_count: alertCount,
        })
      }
      onSaved={async (saved) => {
        onClose();
        if (saved.proposed_decision !== null)
          showToast('The decision is proposed', { description: 'A second person has to approve it.' });
        await reload(keys.cases());
      }}
    >
      <TextField
        label="Outcome"
        name="outcome"
        required
        maxLength={100}
        list="outcomes"
        autoComplete="off"
        value={outcome}
        onChange={({ currentTarget }) => setOutcome((currentTarget as unknown as { value: string }).value)}
        description={
          secondFor.length > 0 && `A second person approves: ${secondFor.map((name) => `“${name}”`).join(', ')}.`
        }
      />
      <datalist id="outcomes">
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {codes.length > 0 ? (
        <Field label="Reason code" name="reason_code">
          <Select
            value={code}
            options={[{ value: '', label: 'Choose a code' }, ...codes.map((value) => ({ value, label: value }))]}
            onChange={(next: string) => setCode(next)}
          />
        </Field>
      ) : (
        <TextField label="Reason code" name="reason_code" required maxLength={100} />
      )}
      <Field label="Narrative" name="narrative" optional description="Why, in words for whoever reads this in years.">
        <Textarea name="narrative" maxLength={100_000} />
      </Field>
    </FormDialog>
  );
}

function StillOpen({ one }: { one: Case }) {
  const report = useRead(keys.caseReport(one.id, 'generic'), (options) =>
    errand.caseRecords.report(one.id, {}, options),
  );
  const tasks = one.tasks.filter(({ done_at: at }) => at === null).length;
  const unsupported = report.data !== undefined && report.data.revision > 0 ? report.data.unsupported : 0;
  const open = [
    ...(tasks > 0 ? [`${counted(tasks, 'task')} of the checklist ${tasks === 1 ? 'is' : 'are'} open`] : []),
    ...(unsupported > 0 ? [`${counted(unsupported, 'sentence')} of the report without support`] : []),
  ];
  return open.length === 0 ? (
    'The case closes, and its clocks stop.'
  ) : (
    <span className="text-warning">{`${open.join(', ')}.`}</span>
  );
}
