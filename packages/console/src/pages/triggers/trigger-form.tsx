import type { Trigger, TriggerCreateBody } from '@errand/sdk';
import { useState } from 'react';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Input, Problem, Textarea } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { AgentSelect } from '../schedules/agent-select.tsx';
import { InputTexts, readInputTexts } from '../schedules/input-texts.tsx';
import { AlertFields, alertSample, readMapping } from './alert-fields.tsx';
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

type TargetKind = 'agent' | 'queue';
const targets = [
  { value: 'agent', label: 'Run an agent' },
  { value: 'queue', label: 'Send an alert to a case queue' },
] as const;

type TriggerFormProps = {
  onClose(): void;
  onSaved(trigger: Trigger): unknown;
  /** The trigger to change. Without it, a new one is created. */
  trigger?: Trigger;
};

export function TriggerForm({ onClose, onSaved, trigger }: TriggerFormProps) {
  const [kind, setKind] = useState<Kind>(trigger?.kind ?? 'http');
  const [agentId, setAgentId] = useState(trigger?.agent_id ?? '');
  const [queueId, setQueueId] = useState(trigger?.case_queue_id ?? '');
  const [target, setTarget] = useState<TargetKind>(trigger?.case_queue_id ? 'queue' : 'agent');
  const [sourceId, setSourceId] = useState(trigger?.source_agent_id ?? '');
  const [connectionId, setConnectionId] = useState(trigger?.connection_id ?? '');
  const [statuses, setStatuses] = useState<readonly Status[]>(trigger?.statuses ?? ['succeeded']);
  const [verify, setVerify] = useState<VerifyKind>(trigger?.verify?.kind ?? 'none');
  return (
    <FormDialog
      onClose={onClose}
      title={trigger ? `Edit ${trigger.name}` : 'Create trigger'}
      action={trigger ? 'Save' : 'Create'}
      save={async (text, form) => {
        const own: Partial<TriggerCreateBody> =
          kind === 'http'
            ? { verify: readVerify(text, verify), id_header: text('id_header') || null }
            : kind === 'agent'
              ? { source_agent_id: sourceId, statuses: [...statuses] }
              : { connection_id: connectionId, prefix: text('prefix') };
        const body: TriggerCreateBody = {
          name: text('name'),
          kind,
          ...(target === 'agent'
            ? { agent_id: agentId, mapping: readInputTexts(form) }
            : { case_queue_id: queueId, mapping: readMapping(text('alert')) }),
          condition: readCondition(text('condition')),
          ...own,
        };
        return trigger ? errand.triggers.update(trigger.id, body) : errand.triggers.create(body);
      }}
      onSaved={onSaved}
    >
      <Field label="Name" name="name">
        <Input required maxLength={255} defaultValue={trigger?.name} placeholder="Orders from the shop" />
      </Field>
      <Field label="Event">
        <Select value={kind} onChange={setKind} options={kinds} label="Event" disabled={trigger !== undefined} />
      </Field>
      {kind === 'agent' && (
        <>
          <Field label="Whose jobs" member="source_agent_id">
            <AgentSelect value={sourceId} onChange={setSourceId} label="Whose jobs" />
          </Field>
          <Statuses chosen={statuses} onChange={setStatuses} />
        </>
      )}
      {kind === 'storage' && <StorageFields trigger={trigger} value={connectionId} onChange={setConnectionId} />}
      <Field label="What it does">
        <Select value={target} onChange={setTarget} options={targets} label="What it does" />
      </Field>
      {target === 'agent' ? (
        <Field label="Agent to start" member="agent_id">
          <AgentSelect value={agentId} onChange={setAgentId} label="Agent to start" />
        </Field>
      ) : (
        <AlertFields
          trigger={trigger}
          queueId={queueId}
          onQueue={setQueueId}
          sample={alertSample(placeholders[kind])}
        />
      )}
      {target === 'agent' && agentId !== '' && (
        <InputTexts agentId={agentId} values={trigger?.mapping ?? {}} placeholder={(key) => placeholders[kind](key)} />
      )}
      <Problem of="mapping" />
      <Field
        label="Condition"
        name="condition"
        optional
        description={
          'A JSON list of which all must be met, for example [{"path": "/body/total", "op": "gt", "value": 100}]'
        }
      >
        <Textarea
          className="font-mono text-code"
          defaultValue={trigger?.condition ? JSON.stringify(trigger.condition, null, 2) : ''}
        />
      </Field>
      {kind === 'http' && <VerifyFields kind={verify} onKind={setVerify} trigger={trigger} />}
    </FormDialog>
  );
}

function readVerify(text: (name: string) => string, kind: VerifyKind): TriggerCreateBody['verify'] {
  if (kind === 'none') return { kind };
  const secret = text('secret');
  const where = kind === 'hmac_sha256' ? { header: text('header') || null, prefix: text('prefix') || null } : {};
  return { kind, ...where, ...(secret !== '' && { secret }) };
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
