import type { AutoClose } from '@errand/sdk';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Card } from '../../design/card.tsx';
import { Switch } from '../../design/checkbox.tsx';
import { Field, Input } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';

type Props = { value: AutoClose | null; onChange(value: AutoClose | null): void };

const read = (event: unknown): string => (event as { target: { value: string } }).target.value;

/** What may close without a person, by the right of a policy. */
export function AutoCloseEditor({ value, onChange }: Props) {
  const policies = useRead(keys.policyList({ page_size: 100 }), (options) =>
    errand.policies.list({ page_size: 100 }, options),
  );
  const known = policies.data?.results ?? [];
  const change = (part: Partial<AutoClose>) => value !== null && onChange({ ...value, ...part });
  return (
    <Card title="Closing without a person">
      <Switch
        checked={value !== null}
        disabled={value === null && known.length === 0}
        onChange={(isOn) => onChange(isOn ? { outcomes: [], policy_id: known[0]?.id ?? '', sample_rate: 0.1 } : null)}
        label={
          known.length === 0 && policies.data !== undefined
            ? 'Cases may close alone (needs a policy first)'
            : 'Cases may close alone after a step that says so'
        }
      />
      {value !== null && (
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          <Field label="Policy" description="Only a verdict of this policy closes a case.">
            <Select
              value={value.policy_id}
              onChange={(policy_id: string) => change({ policy_id })}
              options={[
                ...known.map(({ id, name }) => ({ value: id, label: name })),
                ...(known.some(({ id }) => id === value.policy_id)
                  ? []
                  : [{ value: value.policy_id, label: value.policy_id || 'Choose a policy' }]),
              ]}
            />
          </Field>
          <Field label="Verdicts" description="Separated by commas. The verdict becomes the outcome.">
            <Input
              required
              defaultValue={value.outcomes.join(', ')}
              onChange={(event) =>
                change({
                  outcomes: read(event)
                    .split(',')
                    .map((one) => one.trim())
                    .filter((one) => one !== ''),
                })
              }
            />
          </Field>
          <Field label="Looked at again (%)" description="The share that a person checks, drawn by chance.">
            <Input
              type="number"
              required
              min={0}
              max={100}
              step="any"
              defaultValue={Math.round(value.sample_rate * 1000) / 10}
              onChange={(event) => change({ sample_rate: Number(read(event)) / 100 })}
            />
          </Field>
          <Field label="Reason code" optional>
            <Input
              maxLength={100}
              placeholder="auto_close"
              defaultValue={value.reason_code ?? ''}
              onChange={(event) => {
                const { reason_code: _old, ...rest } = value;
                onChange(read(event) === '' ? rest : { ...rest, reason_code: read(event) });
              }}
            />
          </Field>
        </div>
      )}
    </Card>
  );
}
