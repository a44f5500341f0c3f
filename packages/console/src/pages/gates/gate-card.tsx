import type { EvaluationSet, VersionGate } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { readAll } from '../../data/read-all.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Input } from '../../design/field.tsx';
import { counted } from '../../design/plural.ts';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { SaveForm } from '../../design/save-form.tsx';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { type GateOwner, removeGate, setGate, useGate } from './gate-owner.ts';

/** Edits the gate: the conditions for a version to become current. */
export function GateCard({ owner }: { owner: GateOwner }) {
  const gate = useGate(owner);
  const sets = useRead([...keys.evaluationSetLists(), 'all'], (options) =>
    readAll((paging) => errand.evaluationSets.list(paging, options)),
  );
  return (
    <Card title="Gate">
      <QueryView query={gate} rows={3}>
        {(data) => (
          <QueryView query={sets} rows={3}>
            {(all) => <GateForm key={JSON.stringify(data)} owner={owner} gate={data} sets={all.filter(isFor(owner))} />}
          </QueryView>
        )}
      </QueryView>
    </Card>
  );
}

/** A set of another agent or policy cannot be used. */
const isFor =
  ({ kind, id }: GateOwner) =>
  (set: EvaluationSet): boolean => {
    const named = kind === 'agent' ? set.agent_id : set.policy_id;
    return named === null || named === id;
  };

type GateFormProps = { owner: GateOwner; gate: VersionGate; sets: EvaluationSet[] };

function GateForm({ owner, gate, sets }: GateFormProps) {
  const isLocked = !useAccess().can('admin');
  const [setId, setSetId] = useState(gate.evaluation_set_id ?? '');
  const [isStrict, setIsStrict] = useState(gate.evaluation_set_id === null || gate.no_regressions);
  const [isFour, setIsFour] = useState(gate.four_eyes);
  const hasGate = gate.evaluation_set_id !== null || gate.four_eyes;
  const remove = useChange(
    () => removeGate(owner),
    async () => {
      showToast('Gate removed');
      await reload(keys.gate(owner));
      await reload(keys.promotions());
    },
  );
  const options = sets.map(({ id, name, case_count: cases }) => ({
    value: id,
    label: `${name} (${counted(cases, 'case')})`,
  }));
  if (setId !== '' && !options.some(({ value }) => value === setId))
    options.push({ value: setId, label: 'The set chosen before' });
  return (
    <SaveForm
      action="Save gate"
      isLocked={isLocked}
      hint="Only admins can change a gate."
      isIncomplete={setId === '' && !isFour}
      actions={
        hasGate && (
          <Button variant="quiet" busy={remove.isPending} onClick={() => remove.mutate()}>
            Remove gate
          </Button>
        )
      }
      save={(text) =>
        setGate(owner, {
          evaluation_set_id: setId === '' ? null : setId,
          min_accuracy: setId === '' || text('least') === '' ? null : Number(text('least')) / 100,
          no_regressions: setId !== '' && isStrict,
          four_eyes: isFour,
        })
      }
      onSaved={async () => {
        showToast('Gate saved', { description: 'New versions wait until they meet it.' });
        await reload(keys.gate(owner));
        await reload(keys.promotions());
      }}
    >
      <GateWords gate={gate} hasGate={hasGate} />
      {options.length === 0 ? (
        <p>
          There is no evaluation set for this {owner.kind} yet.{' '}
          <Link to="/evaluations" className="text-accent hover:underline">
            Create one
          </Link>
        </p>
      ) : (
        <>
          <Field label="Evaluation set">
            <Select
              label="Evaluation set"
              value={setId}
              disabled={isLocked}
              options={[{ value: '', label: isFour ? 'None' : 'Choose a set' }, ...options]}
              onChange={setSetId}
            />
          </Field>
          <Field
            label="Minimum accuracy (%)"
            name="least"
            optional
            description="Share of cases that the version must get right."
          >
            <Input
              type="number"
              min="0"
              max="100"
              step="any"
              disabled={isLocked}
              defaultValue={gate.min_accuracy === null ? '' : Math.round(gate.min_accuracy * 1e6) / 1e4}
            />
          </Field>
          <Checkbox
            label="No regressions: the version must get every case right that the current one does"
            checked={isStrict}
            disabled={isLocked}
            onChange={setIsStrict}
          />
        </>
      )}
      <Checkbox
        label="Four eyes: somebody other than the proposer approves each promotion, going back included"
        checked={isFour}
        disabled={isLocked}
        onChange={setIsFour}
      />
    </SaveForm>
  );
}

/** What the gate asks for. */
const GateWords = ({ gate, hasGate }: { gate: VersionGate; hasGate: boolean }) => (
  <p className="text-muted">
    {!hasGate &&
      'No gate is set. With a gate, a version can become current only after it passes a run on an evaluation set, after a second person approves it, or both.'}
    {gate.evaluation_set_id !== null &&
      'A version can become current only after it passes a run on this set, or when an administrator overrides the gate and says why. '}
    {gate.four_eyes && 'Somebody other than the proposer approves each promotion.'}{' '}
    {gate.updated_at !== null && (
      <>
        Changed <RelativeTime at={gate.updated_at} />.
      </>
    )}
  </p>
);
