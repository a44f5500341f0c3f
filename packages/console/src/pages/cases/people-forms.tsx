import type { Case } from '@errand/sdk';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Problem, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { usePeople, worksOnCases } from './use-desk.ts';

type FormProps = { one: Case; onClose(): void };

/** Gives the case to somebody who may work on it. */
export function AssignForm({ one, onClose }: FormProps) {
  const people = usePeople().filter(worksOnCases);
  const [chosen, setChosen] = useState(String(one.assignee?.user_id ?? ''));
  return (
    <FormDialog
      onClose={onClose}
      title="Assign the case"
      action="Assign"
      save={() => errand.caseDesk.assign(one.id, { user_id: chosen === '' ? null : Number(chosen) })}
      onSaved={async () => {
        onClose();
        await reload(keys.cases());
      }}
    >
      <Field label="To" name="user_id">
        <Select
          value={chosen}
          onChange={setChosen}
          options={[
            { value: '', label: 'Nobody' },
            ...people.map(({ user_id: id, display_name: name, email, role }) => ({
              value: String(id),
              label: `${name || email} · ${email} · ${role}`,
            })),
          ]}
        />
      </Field>
    </FormDialog>
  );
}

/** The information barrier: who sees the case. For everybody else it does not exist. */
export function RestrictForm({ one, onClose }: FormProps) {
  const people = usePeople();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(one.restricted_to));
  const toggle = (id: number, isIn: boolean): void => {
    const next = new Set(chosen);
    if (isIn) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Restrict the case to named people"
      description={
        chosen.size === 0
          ? 'Nobody is chosen: everybody in the organization sees the case.'
          : 'For everybody else, administrators and keys included, the case does not exist: not in lists, counts, SQL or webhooks.'
      }
      action={chosen.size > 0 ? 'Restrict' : one.restricted ? 'Lift the restriction' : 'Leave it open'}
      save={() => errand.caseDesk.restrict(one.id, { user_ids: [...chosen] })}
      onSaved={async () => {
        onClose();
        await reload(keys.cases());
      }}
    >
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 font-medium">Who sees it</legend>
        {people.map(({ user_id: id, display_name: name, email, role }) => (
          <Checkbox
            key={id}
            checked={chosen.has(id)}
            onChange={(isIn) => toggle(id, isIn)}
            label={
              <>
                <bdi>{name || email}</bdi>{' '}
                <span className="text-muted">
                  <bdi>{email}</bdi>, {role}
                </span>
              </>
            }
          />
        ))}
      </fieldset>
      <Problem of="user_ids" />
    </FormDialog>
  );
}

const priorities = [
  { value: 'low', label: 'Low' },
  { value: 'normal', label: 'Normal' },
  { value: 'high', label: 'High' },
  { value: 'urgent', label: 'Urgent' },
] as const;

/** How urgent it is, and why. */
export function PriorityForm({ one, onClose }: FormProps) {
  const [priority, setPriority] = useState(one.priority);
  return (
    <FormDialog
      onClose={onClose}
      title="Change the priority"
      description="An alert with a higher priority raises it again."
      action="Change"
      save={(text) => errand.caseDesk.priority(one.id, { priority, reason: text('reason') })}
      onSaved={async () => {
        onClose();
        await reload(keys.cases());
      }}
    >
      <Field label="Priority" name="priority">
        <Select value={priority} options={priorities} onChange={setPriority} />
      </Field>
      <TextField label="Reason" name="reason" required maxLength={2_000} />
    </FormDialog>
  );
}
