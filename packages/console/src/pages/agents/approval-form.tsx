import type { ApprovalBody } from '@errand/sdk';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Input } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';

type ApprovalFormProps = { approval: ApprovalBody | null; onChange(next: ApprovalBody | null): void };

const whens = [
  { value: 'none', label: 'No approval' },
  { value: 'always', label: 'Always' },
  { value: 'needs_review', label: 'When a person should look' },
  { value: 'verdict', label: 'With certain verdicts' },
] as const;

/** Sets whether people must approve the version's results before they are released. */
export function ApprovalForm({ approval, onChange }: ApprovalFormProps) {
  const change = (part: Partial<ApprovalBody>): void => onChange({ ...approval!, ...part });
  function choose(when: (typeof whens)[number]['value']): void {
    if (when === 'none') {
      onChange(null);
      return;
    }
    const { verdicts, ...rest } = approval ?? { on_timeout: 'fail' as const };
    onChange({ ...rest, when, ...(when === 'verdict' && { verdicts: verdicts ?? ['rejected'] }) });
  }
  return (
    <div className="flex flex-col gap-4">
      <Field label="Held back until a person approves">
        <Select
          label="Held back until a person approves"
          value={approval?.when ?? 'none'}
          options={whens.map((one) => ({ ...one }))}
          onChange={choose}
        />
      </Field>
      {approval?.when === 'verdict' && (
        <Field label="Verdicts to approve" description="Separated by commas.">
          <Input
            type="text"
            dir="auto"
            required
            value={(approval.verdicts ?? []).join(', ')}
            onChange={(event) => change({ verdicts: event.target.value.split(',').map((one) => one.trimStart()) })}
          />
        </Field>
      )}
      {approval !== null && (
        <>
          <Checkbox
            label="Only admins may approve"
            checked={approval.role === 'admin'}
            onChange={(on) => change({ role: on ? 'admin' : 'member' })}
          />
          <Checkbox
            label="The person who started the job cannot approve it"
            checked={approval.forbid_requester === true}
            onChange={(on) => change({ forbid_requester: on })}
          />
          <Field label="People who must approve" description="Each of them a different person.">
            <Input
              type="number"
              min="1"
              max="10"
              value={approval.approvals ?? 1}
              onChange={(event) => change({ approvals: Math.max(1, Math.min(10, Number(event.target.value) || 1)) })}
            />
          </Field>
          <Field label="Approve within (hours)" optional>
            <Input
              type="number"
              min="0.001"
              step="any"
              value={approval.due_hours ?? ''}
              onChange={(event) => {
                const { due_hours: _, ...rest } = approval;
                const hours = Number(event.target.value);
                onChange(hours > 0 ? { ...rest, due_hours: hours } : { ...rest, on_timeout: 'fail' });
              }}
            />
          </Field>
          {approval.due_hours !== undefined && (
            <Checkbox
              label="Release the result if nobody answers"
              checked={approval.on_timeout === 'release'}
              onChange={(on) => change({ on_timeout: on ? 'release' : 'fail' })}
            />
          )}
        </>
      )}
    </div>
  );
}
