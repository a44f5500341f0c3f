import type { Case } from '@errand/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Problem, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { formatAmount } from '../../design/format.ts';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';

type FormProps = { one: Case; onClose(): void };
const reason = <TextField label="Reason" name="reason" required maxLength={2_000} />;

/** Moves all alerts into another case: one that shares identifiers, or one by its id. */
export function MergeForm({ one, onClose }: FormProps) {
  const navigate = useNavigate();
  const known = one.related.filter(({ state }) => state !== 'closed');
  const [chosen, setChosen] = useState(known[0]?.id ?? '');
  return (
    <FormDialog
      onClose={onClose}
      title="Merge into another case"
      description="Its alerts and jobs move there. Notes and history stay readable here, and splitting undoes it."
      action="Merge"
      save={(text) =>
        errand.caseDesk.merge(one.id, { into_case_id: chosen || text('into_case_id'), reason: text('reason') })
      }
      onSaved={async ({ id, merged_into_case_id: into }) => {
        onClose();
        await reload(keys.cases());
        await navigate({ to: '/cases/$id', params: { id: into ?? id } });
      }}
    >
      {known.length > 0 && (
        <Field label="Case" name="case" member="into_case_id">
          <Select
            value={chosen}
            onChange={setChosen}
            options={[
              ...known.map(({ id, number, subject_name: name, shared }) => ({
                value: id,
                label: `#${number} ${name} · same ${[...new Set(shared.map(({ kind }) => kind))].join(', ')}`,
              })),
              { value: '', label: 'Another case' },
            ]}
          />
        </Field>
      )}
      {chosen === '' && <TextField label="Id of the other case" name="into_case_id" required mono />}
      {reason}
    </FormDialog>
  );
}

/** Moves chosen alerts into a new case. */
export function SplitForm({ one, onClose }: FormProps) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <FormDialog
      onClose={onClose}
      title="Split alerts off"
      description="The alerts and their jobs become a new case, which has no more time than this one."
      action="Split"
      save={(text) => errand.caseDesk.split(one.id, { alert_ids: [...chosen], reason: text('reason') })}
      onSaved={async ({ id }) => {
        onClose();
        await reload(keys.cases());
        await navigate({ to: '/cases/$id', params: { id } });
      }}
    >
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 font-medium">Alerts that leave</legend>
        {one.alerts.map(({ id, rule, amount, currency, detected_at: at, subject }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={(isIn) => setChosen(isIn ? [...chosen, id] : chosen.filter((other) => other !== id))}
            label={
              <>
                <bdi>{rule}</bdi>, <bdi>{subject.name}</bdi>{' '}
                <span className="text-muted">
                  {amount !== null && `${formatAmount(amount)} ${currency ?? ''} · `}
                  <RelativeTime at={at} />
                </span>
              </>
            }
          />
        ))}
      </fieldset>
      <Problem of="alert_ids" />
      {reason}
    </FormDialog>
  );
}
