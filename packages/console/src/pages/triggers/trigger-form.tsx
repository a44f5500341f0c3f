import type { Trigger, TriggerCreateBody } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { AgentSelect } from '../schedules/agent-select.tsx';
import { InputTexts, readInputTexts } from '../schedules/input-texts.tsx';
import { readCondition } from './read-condition.ts';
import { StorageFields } from './storage-fields.tsx';
import { VerifyFields, type VerifyKind } from './verify-fields.tsx';

type Kind = Trigger['kind'];
type Status = NonNullable<Trigger['statuses']>[number];
const statusWords: Status[] = ['succeeded', 'failed', 'cancelled'];
const kinds = [
  { value: 'http', label: 'An HTTP request to an address' },
  { value: 'agent', label: 'The end of another agent’s job' },
  { value: 'storage', label: 'A new object in a connected store' },
] as const;

const placeholders: Record<Kind, (key: string) => string> = {
  http: (key) => `\${event.body.${key}}`,
  agent: (key) => `\${event.job.output.${key}}`,
  storage: () => '${event.url}',
};

type TriggerFormProps = {
  open: boolean;
  onClose(): void;
  onSaved(trigger: Trigger): void;
  /** The trigger to change. Without it, a new one is created. */
  trigger?: Trigger;
};

export function TriggerForm({ open, onClose, onSaved, trigger }: TriggerFormProps) {
  const [kind, setKind] = useState<Kind>(trigger?.kind ?? 'http');
  const [agentId, setAgentId] = useState(trigger?.agent_id ?? '');
  const [sourceId, setSourceId] = useState(trigger?.source_agent_id ?? '');
  const [connectionId, setConnectionId] = useState(trigger?.connection_id ?? '');
  const [statuses, setStatuses] = useState<readonly Status[]>(trigger?.statuses ?? ['succeeded']);
  const [verify, setVerify] = useState<VerifyKind>(trigger?.verify?.kind ?? 'none');
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: (form: FormData) => {
      const own: Partial<TriggerCreateBody> =
        kind === 'http'
          ? { verify: readVerify(form, verify), id_header: String(form.get('id_header')).trim() || null }
          : kind === 'agent'
            ? { source_agent_id: sourceId, statuses: [...statuses] }
            : { connection_id: connectionId, prefix: String(form.get('prefix')).trim() };
      const body: TriggerCreateBody = {
        name: String(form.get('name')).trim(),
        kind,
        agent_id: agentId,
        mapping: readInputTexts(form),
        condition: readCondition(String(form.get('condition'))),
        ...own,
      };
      return trigger ? errand.triggers.update(trigger.id, body) : errand.triggers.create(body);
    },
    onSuccess: onSaved,
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={trigger ? `Edit ${trigger.name}` : 'Create trigger'}
      action={trigger ? 'Save' : 'Create'}
      busy={save.isPending}
      error={save.error}
      onSubmit={(form) => save.mutate(form)}
    >
      {(problem) => (
        <>
          <Field label="Name" name="name" error={problem('name')}>
            <Input required maxLength={255} defaultValue={trigger?.name} placeholder="Orders from the shop" />
          </Field>
          <Field label="Event">
            <Select value={kind} onChange={setKind} options={kinds} label="Event" disabled={trigger !== undefined} />
          </Field>
          {kind === 'agent' && (
            <>
              <Field label="Whose jobs" error={problem('source_agent_id')}>
                <AgentSelect value={sourceId} onChange={setSourceId} label="Whose jobs" />
              </Field>
              <Statuses chosen={statuses} onChange={setStatuses} />
            </>
          )}
          {kind === 'storage' && (
            <StorageFields trigger={trigger} value={connectionId} onChange={setConnectionId} problem={problem} />
          )}
          <Field label="Agent to start" error={problem('agent_id')}>
            <AgentSelect value={agentId} onChange={setAgentId} label="Agent to start" />
          </Field>
          {agentId !== '' && (
            <InputTexts
              agentId={agentId}
              values={trigger?.mapping ?? {}}
              placeholder={(key) => placeholders[kind](key)}
            />
          )}
          {problem('mapping') && (
            <p role="alert" className="text-danger">
              {problem('mapping')}
            </p>
          )}
          <Field
            label="Condition"
            name="condition"
            optional
            error={problem('condition')}
            description={
              'A JSON list of which all must be met, for example [{"path": "/body/total", "op": "gt", "value": 100}]'
            }
          >
            <Textarea
              className="font-mono text-code"
              defaultValue={trigger?.condition ? JSON.stringify(trigger.condition, null, 2) : ''}
            />
          </Field>
          {kind === 'http' && <VerifyFields kind={verify} onKind={setVerify} trigger={trigger} problem={problem} />}
        </>
      )}
    </FormDialog>
  );
}

function readVerify(form: FormData, kind: VerifyKind): TriggerCreateBody['verify'] {
  const text = (name: string): string | null => String(form.get(name) ?? '').trim() || null;
  if (kind === 'none') return { kind };
  const secret = text('secret');
  const where = kind === 'hmac_sha256' ? { header: text('header'), prefix: text('prefix') } : {};
  return { kind, ...where, ...(secret !== null && { secret }) };
}

function Statuses({ chosen, onChange }: { chosen: readonly Status[]; onChange(chosen: readonly Status[]): void }) {
  return (
    <fieldset className="flex gap-4">
      <legend className="mb-1 font-medium">When they end as</legend>
      {statusWords.map((word) => (
        <Checkbox
          key={word}
          label={word}
          checked={chosen.includes(word)}
          onChange={(checked) => onChange(statusWords.filter((one) => (one === word ? checked : chosen.includes(one))))}
        />
      ))}
    </fieldset>
  );
}
