import type { Trigger } from '@errand/sdk';
import { Field, Input } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';

export type VerifyKind = NonNullable<Trigger['verify']>['kind'];

const kinds = [
  { value: 'none', label: 'None: the address itself is secret' },
  { value: 'standard_webhooks', label: 'Standard Webhooks' },
  { value: 'hmac_sha256', label: 'HMAC-SHA256 of the body' },
] as const;

type VerifyFieldsProps = {
  kind: VerifyKind;
  onKind(kind: VerifyKind): void;
  trigger: Trigger | undefined;
};

/** Sets how requests are authenticated. */
export function VerifyFields({ kind, onKind, trigger }: VerifyFieldsProps) {
  const stored = trigger?.verify?.secret !== null && trigger !== undefined;
  return (
    <>
      <Field label="Signature" member="verify">
        <Select value={kind} onChange={onKind} options={kinds} label="Signature" />
      </Field>
      {kind !== 'none' && (
        <Field
          label="Secret"
          name="secret"
          optional={stored}
          description={
            stored ? 'Leave empty to keep the current one.' : 'What the sender signs with. It is never shown again.'
          }
        >
          <Input maxLength={255} autoComplete="off" type="password" />
        </Field>
      )}
      {kind === 'hmac_sha256' && (
        <>
          <Field label="Signature header" name="header" optional>
            <Input defaultValue={trigger?.verify?.header ?? ''} placeholder="x-signature" maxLength={200} />
          </Field>
          <Field label="Signature prefix" name="prefix" optional>
            <Input defaultValue={trigger?.verify?.prefix ?? ''} placeholder="sha256=" maxLength={100} />
          </Field>
        </>
      )}
      <Field
        label="Event id header"
        name="id_header"
        optional
        description="webhook-id and Idempotency-Key are recognized already. An event that arrives twice starts one job."
      >
        <Input defaultValue={trigger?.id_header ?? ''} maxLength={200} />
      </Field>
    </>
  );
}
