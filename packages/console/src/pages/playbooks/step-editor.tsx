import { ArrowUp, Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Field, Input } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { AgentSelect } from '../schedules/agent-select.tsx';
import {
  type ConditionDraft,
  type InputDraft,
  newKey,
  operators,
  operatorWords,
  type StepDraft,
} from './playbook-draft.ts';

type StepEditorProps = {
  step: StepDraft;
  number: number;
  onChange(step: StepDraft): void;
  onRemove?: () => void;
  onUp?: () => void;
};

const ends = [
  { value: 'continue', label: 'Go on with the next step' },
  { value: 'escalate', label: 'Escalate: a person looks at once' },
  { value: 'close', label: 'May close without a person' },
] as const;

const read = (event: unknown): string => (event as { target: { value: string } }).target.value;

/** A step: who looks, under which conditions, with which inputs, and what follows. */
export function StepEditor({ step, number, onChange, onRemove, onUp }: StepEditorProps) {
  const change = (part: Partial<StepDraft>) => onChange({ ...step, ...part });
  return (
    <Card
      title={`Step ${number}`}
      actions={
        <span className="flex">
          {onUp && <IconButton label={`Step ${number} up`} icon={<ArrowUp size={14} aria-hidden />} onClick={onUp} />}
          {onRemove && (
            <IconButton label={`Remove step ${number}`} icon={<X size={14} aria-hidden />} onClick={onRemove} />
          )}
        </span>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Name">
            <Input
              required
              maxLength={60}
              pattern="[A-Za-z][A-Za-z0-9_\-]*"
              placeholder="look"
              value={step.name}
              onChange={(event) => change({ name: read(event) })}
            />
          </Field>
          <Field label="Agent">
            <AgentSelect label="Agent" value={step.agentId} onChange={(agentId) => change({ agentId })} />
          </Field>
          <Field label="After success">
            <Select value={step.then} options={ends} onChange={(then) => change({ then })} />
          </Field>
        </div>
        <Conditions value={step.when} onChange={(when) => change({ when })} />
        <Inputs value={step.inputs} onChange={(inputs) => change({ inputs })} />
      </div>
    </Card>
  );
}

type RowsProps<Row> = { value: Row[]; onChange(rows: Row[]): void };

function Conditions({ value, onChange }: RowsProps<ConditionDraft>) {
  const change = (key: number, part: Partial<ConditionDraft>) =>
    onChange(value.map((one) => (one.key === key ? { ...one, ...part } : one)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">
        Runs only if{' '}
        <span className="font-normal text-muted">{value.length === 0 ? 'always' : 'all of these hold'}</span>
      </legend>
      {value.map(({ key, path, op, value: given }, index) => (
        <div key={key} className="flex flex-wrap items-end gap-2">
          <Field label="Path" className="min-w-40 flex-1">
            <Input
              required
              className="font-mono text-code"
              placeholder="/alert/amount"
              value={path}
              onChange={(event) => change(key, { path: read(event) })}
            />
          </Field>
          <Field label="Test" className="w-32">
            <Select
              value={op}
              options={operators.map((one) => ({ value: one, label: operatorWords[one] }))}
              onChange={(next) => change(key, { op: next })}
            />
          </Field>
          <Field label="Value" className="min-w-28 flex-1">
            <Input value={given} placeholder="9000" onChange={(event) => change(key, { value: read(event) })} />
          </Field>
          <IconButton
            label={`Remove condition ${index + 1}`}
            icon={<X size={14} aria-hidden />}
            onClick={() => onChange(value.filter((one) => one.key !== key))}
          />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus size={13} aria-hidden />}
          onClick={() => onChange([...value, { key: newKey(), path: '/alert/amount', op: 'gt', value: '' }])}
        >
          Add a condition
        </Button>
      </div>
    </fieldset>
  );
}

function Inputs({ value, onChange }: RowsProps<InputDraft>) {
  const change = (key: number, part: Partial<InputDraft>) =>
    onChange(value.map((one) => (one.key === key ? { ...one, ...part } : one)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">
        Inputs{' '}
        <span className="font-normal text-muted">
          with templates: {'${alert.data.note}, ${case.earlier_decisions_text}, ${results.look.output}'}
        </span>
      </legend>
      {value.map(({ key, name, template }, index) => (
        <div key={key} className="flex flex-wrap items-end gap-2">
          <Field label="Input" className="w-40">
            <Input required maxLength={255} value={name} onChange={(event) => change(key, { name: read(event) })} />
          </Field>
          <Field label="Value" className="min-w-56 flex-1">
            <Input
              className="font-mono text-code"
              value={template}
              onChange={(event) => change(key, { template: read(event) })}
            />
          </Field>
          <IconButton
            label={`Remove input ${index + 1}`}
            icon={<X size={14} aria-hidden />}
            onClick={() => onChange(value.filter((one) => one.key !== key))}
          />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus size={13} aria-hidden />}
          onClick={() => onChange([...value, { key: newKey(), name: '', template: '' }])}
        >
          Add an input
        </Button>
      </div>
    </fieldset>
  );
}
