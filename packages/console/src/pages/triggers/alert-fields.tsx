import type { Trigger } from '@errand/sdk';
import { Field, Textarea } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { useQueues } from '../cases/use-desk.ts';

type AlertFieldsProps = {
  trigger: Trigger | undefined;
  queueId: string;
  onQueue(id: string): void;
  /** What a new alert begins with. */
  sample: object;
};

/** The queue of the alert, and its content as JSON: a subject is nested. */
export function AlertFields({ trigger, queueId, onQueue, sample }: AlertFieldsProps) {
  const queues = useQueues() ?? [];
  const mapping = trigger?.case_queue_id ? trigger.mapping : sample;
  const options = [
    { value: '', label: 'Choose a queue' },
    ...queues.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <Field label="Case queue" member="case_queue_id">
        <Select value={queueId} onChange={onQueue} options={options} label="Case queue" />
      </Field>
      <Field
        label="Alert"
        name="alert"
        description="JSON with values of the event. rule, external_id and detected_at come from the event if they are left out."
      >
        <Textarea required className="min-h-40 font-mono text-code" defaultValue={JSON.stringify(mapping, null, 2)} />
      </Field>
    </>
  );
}

export const alertSample = (placeholder: (key: string) => string): object => ({
  subject: { kind: 'person', name: placeholder('name'), identifiers: { account: placeholder('account') } },
  amount: placeholder('amount'),
  data: { event: '${event}' },
});

export function readMapping(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The alert must be a JSON object.');
  }
}
